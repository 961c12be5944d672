import { Writable } from 'node:stream';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '../../src/shared/durations.ts';
import { createLogger } from '../../src/shared/log.ts';
import { retention } from '../../src/worker/housekeeping/retention.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { cloneDatabase } from '../harness/database.ts';
import { links } from '../harness/mailed-links.ts';
import { ManualClock } from '../harness/manual-clock.ts';

const TWO_YEARS = 2 * 365 * DAY_MS;

async function setUp() {
  const database = await cloneDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  const clock = new ManualClock();
  const warnings: string[] = [];
  const write = (line: Buffer, _: string, done: () => void) => {
    warnings.push(String(line));
    done();
  };
  const log = createLogger('warn', new Writable({ write }));
  const rules = retention();
  return {
    pool,
    clock,
    warnings,
    ago: (ms: number) => new Date(clock.now().getTime() - ms),
    round: () => runHousekeeping({ pool, clock, log, links }, { rules }),
    left: async (table: string) =>
      (await pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n,
  };
}

test('an audit entry stays for two years, in each of many teams', async () => {
  const { pool, clock, ago, round, left, warnings } = await setUp();
  const teams = 450;
  await pool.query(
    `insert into tenant (id, name, plan, seats, created_at)
     select 'ten_' || n, 'Team', 'team', 5, $1 from generate_series(1, ${teams}) n`,
    [clock.now()],
  );
  const entries = `insert into audit_entry (tenant_id, id, actor_kind, actor_id, action, target_id, created_at)
    select 'ten_' || t, $1 || g, 'system', 'system', 'team.changed', 'x', $2
    from generate_series(1, $3) t, generate_series(1, $4) g`;
  await pool.query(entries, ['kept', ago(TWO_YEARS), teams, 2]);
  await pool.query(entries, ['old', ago(TWO_YEARS + 1), teams, 2]);
  await pool.query(entries, ['many', ago(TWO_YEARS + DAY_MS), 1, 4_500]);
  for (let rounds = 0; rounds < 3; rounds += 1) await round();
  expect(await left('audit_entry')).toBe(2 * teams);
  clock.travel(1);
  for (let rounds = 0; rounds < 3; rounds += 1) await round();
  expect(await left('audit_entry')).toBe(0);
  expect(warnings).toEqual([]);
});

test('the history of CRM synchronizations stays for 90 days; one that is not over stays', async () => {
  const { pool, clock, ago, round, left, warnings } = await setUp();
  await pool.query(
    `insert into tenant (id, name, plan, seats, created_at) values ('ten_crm', 'Team', 'team', 5, $1)`,
    [clock.now()],
  );
  await pool.query(
    `insert into crm_sync_run (tenant_id, id, connection_id, cause, is_full, status, started_at,
       finished_at)
     select 'ten_crm', 'run_' || n, 'con_1', 'schedule', false, 'ok', $1, f
     from unnest($2::timestamptz[]) with ordinality r (f, n)`,
    [ago(90 * DAY_MS + 1), [ago(DAY_MS), ago(DAY_MS), null]],
  );
  await round();
  expect(await left('crm_sync_run')).toBe(1);
  expect(warnings).toEqual([]);
});

test('usage by day and key stays for a year', async () => {
  const { pool, clock, ago, round, left, warnings } = await setUp();
  await pool.query(
    `insert into tenant (id, name, plan, seats, created_at) values ('ten_1', 'Team', 'team', 5, $1)`,
    [clock.now()],
  );
  await pool.query(
    `insert into request_day (tenant_id, day, key_id, ok)
     select 'ten_1', ($1::timestamptz at time zone 'UTC')::date - age, 'key_' || g, 1
     from unnest($2::integer[]) age, generate_series(1, 3000) g`,
    [ago(0), [364, 365, 366]],
  );
  await round();
  expect(await left('request_day')).toBe(2 * 3_000);
  clock.travel(DAY_MS);
  await round();
  expect(await left('request_day')).toBe(3_000);
  expect(warnings).toEqual([]);
});
