import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { setUpRetention } from './harness/retention-rounds.ts';

const TWO_YEARS = 2 * 365 * DAY_MS;

async function setUp() {
  const rounds = await setUpRetention();
  const left = async (table: string) => {
    const { rows } = await rounds.pool.query<{ n: number }>(
      `select count(*)::int as n from ${table}`,
    );
    return rows[0]?.n;
  };
  return { ...rounds, left };
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
