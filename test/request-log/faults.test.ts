import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DatabaseProxy } from '../harness/database-proxy.ts';
import { runs } from '../harness/rounds.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const proxy = new DatabaseProxy();
// The API takes this setting when it starts: its log is written each second.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterAll(() => {
  vi.useRealTimers();
});
const api = useApi({ through: proxy });
let team: TestTeam;

beforeAll(async () => {
  team = await makeTeam(api(), { rateLimit: 1_000_000 });
});
afterAll(() => proxy.close());

/** Waits for a condition while the seconds of the log pass. */
const untilWritten = (what: string, holds: () => Promise<boolean>) =>
  until(what, async () => {
    vi.advanceTimersByTime(1_000);
    return holds();
  });

async function lines(filter = 'true'): Promise<number> {
  const { rows } = await api().sql.query(
    `select count(*)::int as n from request_log_line where tenant_id = $1 and ${filter}`,
    [team.tenantId],
  );
  return rows[0].n;
}

async function usageOf(column: string): Promise<number> {
  const { rows } = await api().sql.query(
    `select coalesce(sum(${column}), 0)::int as n from request_day where tenant_id = $1`,
    [team.tenantId],
  );
  return rows[0].n;
}

/** The dropped lines of all APIs of this process, including those of files that ran before. */
async function dropped(reason: string): Promise<number> {
  const { text } = await api().requestAt('GET', '/metrics');
  const [, n = '0'] =
    new RegExp(`lines_dropped_total\\{reason="${reason}"\\} (\\d+)`).exec(text) ?? [];
  return Number(n);
}

test('after ten seconds without the database, each line and each refusal is written once', async () => {
  await team.request('GET', '/me');
  await untilWritten('the first line', async () => (await lines()) === 1);
  for (let n = 0; n < 20; n += 1) await team.request('GET', '/me');
  proxy.cut();
  const refused = [await team.request('GET', '/me'), await team.request('GET', '/catalog')];
  expect(refused.map(({ status }) => status)).toEqual([503, 503]);
  const failures = () =>
    api().logLines.filter((line) => line.includes('writing the request log failed')).length;
  await untilWritten('ten seconds of writes that fail', async () => failures() >= 10);
  proxy.mend();
  await untilWritten('all lines', async () => (await lines()) >= 23);
  expect(await lines(`code = 'unavailable' and why->>'check' = 'service'`)).toBe(2);
  expect([await usageOf('ok'), await usageOf('server_errors')]).toEqual([21, 2]);
});

test('a write whose answer is lost is tried again, and neither lines nor usage count twice', async () => {
  const refused = await dropped('refused');
  const before = { lines: await lines(), ok: await usageOf('ok') };
  proxy.loseAnswerTo('commit');
  for (let n = 0; n < 7; n += 1) await team.request('GET', '/me');
  await untilWritten('a write whose answer is lost', async () => proxy.hasLostAnswer);
  for (let n = 0; n < 3; n += 1) await team.request('GET', '/me');
  await untilWritten('all lines', async () => (await lines()) >= before.lines + 10);
  expect([await lines(), await usageOf('ok')]).toEqual([before.lines + 10, before.ok + 10]);
  expect(await dropped('refused')).toBe(refused);
});

test('while a write of the log hangs, requests are answered at once; lines over the bound are dropped and counted', async () => {
  const before = { lines: await lines(), ok: await usageOf('ok'), lost: await dropped('overload') };
  const client = await api().sql.connect();
  await client.query('begin; lock table request_log in access exclusive mode');
  // `all` is more than the bound of waiting lines and the batch that is being written. `few` is not.
  const requests = runs({ few: 400, all: 16_000 });
  let slowest = 0;
  const ask = async () => {
    for (let n = 0; n < requests / 50; n += 1) {
      api().clock.travel(60_000);
      vi.advanceTimersByTime(100);
      const began = performance.now();
      await team.request('GET', '/me');
      slowest = Math.max(slowest, performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: 50 }, ask));
  // The write that hangs goes on until the lock is released, or fails after 25 s.
  expect(slowest).toBeLessThan(15_000);
  await client.query('rollback');
  client.release();
  const lost = async () => (await dropped('overload')) - before.lost;
  await untilWritten(
    'the lines',
    async () => (await lines()) - before.lines + (await lost()) === requests,
  );
  if (requests > 15_000) expect(await lost()).toBeGreaterThan(0);
  await untilWritten('the counts', async () => (await usageOf('ok')) - before.ok === requests);
}, 300_000);

test('neither a client in a loop over its limit nor a stranger with a prefix fills a log; usage counts the client', async () => {
  // The minute in which the limit counts begins with the first of these refusals.
  const fresh = await api().beside();
  const before = await dropped('flood');
  const { key, key_id } = await team.createKey();
  const headers = { authorization: `Bearer ${key}` };
  const ask = async () => {
    api().clock.travel(-1_000);
    return (await fresh.request('GET', '/me', { headers })).status;
  };
  for (let n = 0; n < 120; n += 1) expect(await ask()).toBe(200);
  for (let n = 0; n < 300; n += 1) expect(await ask()).toBe(429);
  await untilWritten('the counts', async () => (await usageOf('limited')) === 300);
  expect(await lines(`key_id = '${key_id}' and status = 429`)).toBe(120);
  expect((await dropped('flood')) - before).toBe(180);
  await fresh.close();
});

test('a stop writes the lines that wait; REQUEST_LOG=off writes none', async () => {
  const [on, off] = await Promise.all([
    api().beside(),
    api().beside({ env: { REQUEST_LOG: 'off' } }),
  ]);
  const before = await lines();
  const headers = { authorization: `Bearer ${team.key}` };
  for (const one of [on, off]) {
    for (let n = 0; n < 5; n += 1) await one.request('GET', '/me', { headers });
    await one.close();
  }
  expect(await lines()).toBe(before + 5);
});
