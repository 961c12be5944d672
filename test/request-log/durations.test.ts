import { beforeAll, expect, test } from 'vitest';
import { insertLines } from '../../src/db/log-slots.ts';
import { findDurations } from '../../src/features/request-log/find-durations.ts';
import { asSystem } from '../../src/operation/system-call.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;

beforeAll(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
});

const day = (daysAgo: number) =>
  new Date(api().clock.now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** Requests of a key that were answered in 1, 2, … milliseconds each, from `first` on. */
async function took(key: string, first: number, count: number, daysAgo = 0): Promise<void> {
  const { sql } = api();
  const at = `'${day(daysAgo)}T00:00:00Z'::timestamptz + g * interval '1 ms'`;
  const lines = `select ${at} as created_at, gen_random_uuid() as request_id, '${key}' as key_id,
    'GET' as method, '/me' as route, null as path, 200 as status, null as code, null::jsonb as why,
    ${first} + g as ms, null as ip from generate_series(0, ${count - 1}) g`;
  await sql.query(insertLines(lines), [team.tenantId]);
  await sql.query(
    `insert into request_day as d (tenant_id, day, key_id, ok) values ($1, $2, $3, $4)
     on conflict (tenant_id, day, key_id) do update set ok = d.ok + excluded.ok`,
    [team.tenantId, day(daysAgo), key, count],
  );
}

/** So many lines of other teams that PostgreSQL prefers an index. */
async function ofOtherTeams(): Promise<void> {
  const { sql } = api();
  await sql.query(
    `insert into request_log (tenant_id, slot, id, key_id, failed, lines)
     select 'ten_' || n % 100, now() - n * interval '10 s', gen_random_uuid(), 'key_' || n % 100, false,
       '{}'::logged_request[] from generate_series(1, 5000) n`,
  );
  await sql.query('analyze request_log');
}

const p95Of = async (key: string, input: { from?: string; to?: string; key_id?: string } = {}) => {
  const { keys } = await owner.app.requestLog.usage.query({ ...input, include: 'p95' });
  return keys.find((one) => one.key?.id === key)?.p95_ms;
};

test('the usage says in which time 95 of 100 requests of a program were answered, those of its replaced keys too', async () => {
  const old = await team.createKey();
  await took(old.key_id, 1, 50);
  expect(await p95Of(old.key_id)).toBe(48);
  const next = await team.rotateKey(old.key_id, '1h');
  await took(next.key_id, 51, 50);
  expect(await p95Of(next.key_id)).toBe(95);
  expect(await p95Of(next.key_id, { key_id: next.key_id })).toBe(95);
  // A program of its own changes nothing in another.
  const other = await team.createKey();
  await took(other.key_id, 1_000, 20);
  expect([await p95Of(next.key_id), await p95Of(other.key_id)]).toEqual([95, 1_018]);
});

test('of fewer than 20 requests, and unless the page asks for it, no time is said', async () => {
  const { key_id } = await team.createKey();
  await took(key_id, 1, 19);
  expect(await p95Of(key_id)).toBeNull();
  await took(key_id, 20, 1);
  expect(await p95Of(key_id)).toBe(19);
  const { keys } = await owner.app.requestLog.usage.query({});
  expect(keys.map(({ p95_ms }) => p95_ms)).toEqual(keys.map(() => null));
});

test('the time is that of the chosen days, its last day included, and of thirty days at most', async () => {
  const { key_id } = await team.createKey();
  await took(key_id, 1, 20, 3);
  await took(key_id, 1_001, 20, 2);
  await took(key_id, 100_001, 20, 30);
  expect(await p95Of(key_id, { from: day(3), to: day(3) })).toBe(19);
  expect(await p95Of(key_id, { from: day(2), to: day(0) })).toBe(1_019);
  expect(await p95Of(key_id, { from: day(90), to: day(0) })).toBe(1_018);
});

test('the times come from one statement along the index of the log, which reads so many lines and no more', async () => {
  const { key_id } = await team.createKey();
  await took(key_id, 1, 100);
  await asSystem(api().sql, team.tenantId, api().clock.now(), async (call) => {
    const programs = new Map([[key_id, [{ key_id }]]]);
    const texts: string[] = [];
    const db = {
      tenantId: team.tenantId,
      rows: (text: string, params: unknown[]) => {
        texts.push(text);
        return call.db.rows(text, params);
      },
    };
    const span = { since: new Date(day(1)), until: new Date(day(-1)) };
    const found = await findDurations({ ...call, db } as never, programs, span, 40);
    // The newest forty lines.
    expect([...found]).toEqual([[key_id, 98]]);
    expect(texts).toHaveLength(1);
    await ofOtherTeams();
    const { rows } = await api().sql.query(`explain (generic_plan, costs off) ${texts[0]}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan.* on request_log/);
    expect(plan).not.toContain('Seq Scan on request_log');
  });
});
