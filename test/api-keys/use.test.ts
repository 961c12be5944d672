import type { QueryConfig } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { keyUses } from '../../src/auth/key-uses.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { requestsOf } from '../../src/shared/web/figures.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi({ env: { TRUST_PROXY: '1' }, tickMs: 0 });
const log = createLogger('silent');

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
const shown = async (team: TestTeam) => {
  const owner = await makeSession(team, team.owner);
  return owner.app.apiKeys.get.query({ key_id: team.keyId });
};

/** Sends requests to another process. It writes its counts when it stops. */
async function use(team: TestTeam, ips: string[]): Promise<void> {
  const process = await api().beside();
  for (const ip of ips) {
    await process.request('GET', '/me', { key: team.key, ...from(ip) });
    api().clock.travel(1000);
  }
  await process.close();
}

test('the list shows when and from where a key was last used, and its requests on each of thirty days', async () => {
  const team = await makeTeam(api());
  expect(await shown(team)).toMatchObject({ last_use: null, requests_by_day: Array(30).fill(0) });
  await use(team, ['198.51.100.1', '198.51.100.2']);
  api().clock.travel(2 * DAY_MS);
  const last = api().clock.now().toISOString();
  await use(team, ['::ffff:198.51.100.3']);
  const { last_use, requests_by_day, limited } = await shown(team);
  expect(last_use).toEqual({ at: last, ip: '198.51.100.3' });
  expect(requests_by_day).toEqual([...Array(27).fill(0), 2, 0, 1]);
  expect(limited).toBe(0);
});

test('requests over the limit are counted separately, and a request from a wrong address counts as a request but not as a use', async () => {
  const team = await makeTeam(api(), { ipRanges: ['198.51.100.0/24'] });
  await use(team, ['203.0.113.1']);
  expect((await shown(team)).last_use).toBe(null);
  const process = await api().beside();
  for (let i = 0; i < 125; i++) {
    await process.request('GET', '/me', { key: team.key, ...from('198.51.100.1') });
  }
  await process.close();
  const { requests_by_day, ok_by_day, limited } = await shown(team);
  expect([requests_by_day.at(-1), ok_by_day.at(-1), limited]).toEqual([126, 120, 5]);
  const owner = await makeSession(team, team.owner);
  const { keys } = await owner.app.requestLog.usage.query({});
  expect(keys.map((sums) => [sums.key?.id, requestsOf(sums)])).toEqual([[team.keyId, 126]]);
});

test('the counts of several processes add up, and a late write does not replace a newer use', async () => {
  const team = await makeTeam(api());
  const [early, late] = [await api().beside(), await api().beside()];
  await early.request('GET', '/me', { key: team.key, ...from('198.51.100.1') });
  api().clock.travel(1000);
  const last = api().clock.now().toISOString();
  await late.request('GET', '/me', { key: team.key, ...from('198.51.100.2') });
  await late.close();
  await early.close();
  const { last_use, requests_by_day } = await shown(team);
  expect(last_use).toEqual({ at: last, ip: '198.51.100.2' });
  expect(requests_by_day.at(-1)).toBe(2);
});

test('no request writes its use: one statement later writes the uses of many requests', async () => {
  const team = await makeTeam(api());
  const before = (await api().sql.query('select from api_key_use')).rowCount;
  for (let i = 0; i < 20; i++) await team.request('GET', '/me');
  expect((await api().sql.query('select from api_key_use')).rowCount).toBe(before);

  const statements: string[] = [];
  const query = async ({ name }: { name: string }) => statements.push(name);
  const uses = keyUses({ pool: { query } as never, log, everyMs: 20 });
  onTestFinished(() => uses.stop());
  const use = { tenantId: team.tenantId, ip: null };
  for (let round = 1; round <= 2; round++) {
    for (let i = 0; i < 1000; i++) uses.note({ ...use, keyId: `key_${i % 10}`, at: new Date() });
    await until('the uses are written', () => statements.length >= round);
  }
  expect(statements).toEqual(['write key uses', 'write key uses']);
});

test('while the database is away, uses wait', async () => {
  const team = await makeTeam(api());
  let away = true;
  const query = (statement: QueryConfig) =>
    away ? Promise.reject(new Error('Query read timeout')) : api().sql.query(statement);
  const uses = keyUses({ pool: { query } as never, log, everyMs: HOUR_MS });
  const { tenantId, keyId } = team;
  const at = api().clock.now();
  uses.note({ tenantId, keyId, at, ip: '198.51.100.1' });
  await uses.stop();
  expect((await shown(team)).last_use).toBe(null);
  away = false;
  uses.note({ tenantId, keyId, at, ip: '198.51.100.2' });
  await uses.stop();
  expect(await shown(team)).toMatchObject({ last_use: { ip: '198.51.100.2' } });
});

test('memory is bounded: keys beyond 50,000 are not noted until the others are written', async () => {
  const written: number[] = [];
  const query = async ({ values }: { values: unknown[][] }) => written.push(values[0]?.length ?? 0);
  const uses = keyUses({ pool: { query } as never, log });
  const use = { tenantId: 'ten', at: new Date(), ip: null };
  for (let i = 0; i < 50_010; i++) uses.note({ ...use, keyId: `key_${i}` });
  await uses.stop();
  expect(written).toEqual(Array(50).fill(1_000));
});
