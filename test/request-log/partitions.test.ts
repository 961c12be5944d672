import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { setUpRetention } from '../worker/harness/retention-rounds.ts';

async function setUp() {
  const rounds = await setUpRetention({ options: '-c timezone=UTC' });
  const { pool, clock } = rounds;
  await pool.query(
    `insert into tenant (id, name, plan, seats, created_at) values ('ten_1', 'Team', 'team', 5, $1)`,
    [clock.now()],
  );
  const dayOf = (offset: number) =>
    new Date(clock.now().getTime() + offset * DAY_MS)
      .toISOString()
      .slice(0, 10)
      .replaceAll('-', '');
  return {
    ...rounds,
    /** The name of the partition of a day, counted from today. */
    named: (offset: number) => `request_log_d${dayOf(offset)}`,
    insert: (at = clock.now()) =>
      pool.query(
        `insert into request_log (tenant_id, slot, id, key_id, failed, lines)
         values ('ten_1', date_bin('10 seconds', $1, 'epoch'), $2, 'key_1', false, '{}')`,
        [at, randomUUID()],
      ),
    /** Where the lines are, and how many. On a cluster, the parts of a table have numbers behind its name. */
    async lines() {
      const { rows } = await pool.query(
        `select regexp_replace(tableoid::regclass::text, '_[0-9]+$', '') as at, count(*)::int as n
         from request_log group by 1`,
      );
      return Object.fromEntries(rows.map(({ at, n }) => [at, n]));
    },
    async tables() {
      const { rows } = await pool.query(
        `select relname::text as name, relispartition as attached from pg_class
         where relname ~ '^request_log_d[0-9]+$' and relkind = 'r' order by 1`,
      );
      return rows.map(({ name, attached }) => (attached ? name : `${name} (detached)`));
    },
  };
}

test('each day has a partition, which is made a week ahead and dropped after thirty days', async () => {
  const { clock, round, insert, lines, tables, named, warnings } = await setUp();
  await round();
  expect(await tables()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(named));
  await insert();
  await insert(new Date(clock.now().getTime() + DAY_MS));
  expect(await lines()).toEqual({ [named(0)]: 1, [named(1)]: 1 });
  const first = named(0);
  clock.travel(30 * DAY_MS);
  await round();
  expect(await tables()).toContain(first);
  clock.travel(DAY_MS);
  await round();
  expect(await tables()).not.toContain(first);
  expect(await lines()).toEqual({ [named(-30)]: 1 });
  expect(warnings).toEqual([]);
});

test('after a month without a worker, days with lines stay in the default partition, and their lines are deleted one by one', async () => {
  const { clock, round, insert, lines, tables, named, warnings } = await setUp();
  await round();
  clock.travel(40 * DAY_MS);
  for (let n = 0; n < 3; n += 1) await insert();
  await insert(new Date(clock.now().getTime() + 2 * DAY_MS));
  await round();
  expect(await lines()).toEqual({ request_log_default: 4 });
  expect(await tables()).toEqual([1, 3, 4, 5, 6, 7].map(named).toSorted());
  // A row may be deleted when the last of its ten seconds is old enough.
  clock.travel(30 * DAY_MS + 10_000);
  await round();
  expect(await lines()).toEqual({ request_log_default: 1 });
  expect(warnings).toEqual([]);
});

test('several workers at once make and drop each partition once, without an error', async () => {
  const { clock, round, tables, named, warnings } = await setUp();
  await Promise.all([round(), round(), round(), round()]);
  await round();
  clock.travel(40 * DAY_MS);
  await Promise.all([round(), round(), round(), round()]);
  await round();
  expect(await tables()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(named));
  expect(warnings).toEqual([]);
});

test('neither the worker nor a writer waits for a long transaction: the next minute tries again', async () => {
  const { pool, clock, round, insert, tables, named, warnings } = await setUp();
  await round();
  const old = named(0);
  const reader = await pool.connect();
  await reader.query('begin; select count(*) from request_log');
  clock.travel(31 * DAY_MS);
  const housekeeping = round();
  await insert();
  await housekeeping;
  expect(await tables()).toContain(old);
  expect(warnings.join()).toContain('keeping the partitions of the request log failed');
  await reader.query('commit');
  reader.release();
  await round();
  expect(await tables()).not.toContain(old);
});

test('a partition is dropped too if a worker detached it and then died', async () => {
  const { pool, round, tables, named } = await setUp();
  await round();
  await pool.query(`alter table request_log detach partition ${named(0)}`);
  await round();
  await round();
  expect(await tables()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(named));
});
