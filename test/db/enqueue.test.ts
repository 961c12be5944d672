import pg from 'pg';
import { expect, test } from 'vitest';
import { inTeamTransaction } from '../../src/db/transaction.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

type Row = Record<string, unknown>;

/** What differs between any two jobs. */
function comparable({ id, run_at, created_at, updated_at, ...rest }: Row): Row {
  return { ...rest, times: [run_at, created_at, updated_at].every((at) => at instanceof Date) };
}

test('D164: a job that is enqueued is the one that add_job() of the queue adds', async () => {
  const { pool } = database();
  // Unknown at first, and known from then on: the two ways of enqueue().
  for (const task of ['some.task', 'some.task', 'some.task']) {
    await pool.query(`select enqueue($1, '{"a": 1}')`, [task]);
  }
  await pool.query(`select graphile_worker.add_job('some.task', '{"a": 1}')`);
  const { rows } = await pool.query<Row>('select * from graphile_worker._private_jobs order by id');
  expect(rows).toHaveLength(4);
  const [, ...others] = rows.map(comparable);
  for (const other of others) expect(other).toEqual(comparable(rows[3] ?? {}));
  expect(comparable(rows[0] ?? {})).toEqual(others[0]);
});

test('workers are told of jobs after the commit, and of none that was rolled back', async () => {
  const { pool, url } = database();
  const listener = new pg.Client({ connectionString: url });
  await listener.connect();
  const told: number[] = [];
  listener.on('notification', ({ payload = '' }) => told.push(JSON.parse(payload).count));
  await listener.query('listen "jobs:insert"');
  const change = (jobs: number, fails = false) =>
    inTeamTransaction(pool, 'ten_1', async (db) => {
      db.jobs += jobs;
      if (fails) throw new Error('undone');
    });
  await expect(change(5, true)).rejects.toThrow('undone');
  await change(0);
  await Promise.all([change(1), change(2), change(1)]);
  await expect.poll(() => told.reduce((sum, count) => sum + count, 0)).toBe(4);
  await listener.end();
});
