import { expect, test } from 'vitest';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { inTeamTransaction } from '../../src/db/transaction.ts';
import { writeMail } from '../../src/features/mail/write-mail.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { pauseFailingEndpoints } from '../../src/worker/delivery/failing-endpoints.ts';
import { newTeam } from '../cli/harness/team.ts';
import { notifiedCounts } from '../harness/notified-counts.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

type Row = Record<string, unknown>;

/** The columns that differ between any two jobs. */
function comparable({ id, run_at, created_at, updated_at, ...rest }: Row): Row {
  return { ...rest, times: [run_at, created_at, updated_at].every((at) => at instanceof Date) };
}

test("D164: enqueue() adds the same job as the queue's own add_job()", async () => {
  const { pool } = database();
  // The task is unknown at first and known afterwards: enqueue() treats both cases differently.
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

test('a start refuses tables of the queue that enqueue() does not know', async () => {
  const { pool, url } = database();
  const started = () => migrate(url, createLogger('silent'));
  await started();
  await pool.query('insert into graphile_worker.migrations (id) values (21)');
  await expect(started()).rejects.toThrow(
    'have version 21, and this release writes those of version 20',
  );
  // A newer release, which knows these tables, is about to replace this one.
  await pool.query(`comment on function enqueue is 'Team API 99.0.0 other'`);
  await started();
  await pool.query('delete from graphile_worker.migrations where id = 21');
});

test('a transaction that adds a job does not notify by itself', async () => {
  const { pool } = database();
  await pool.query(`select enqueue('some.task', '{}')`);
  const counts = await notifiedCounts(database().url);
  await pool.query(`select enqueue('some.task', '{}')`);
  await pool.query('select notify_workers(7)');
  // Notifications arrive in the order of their commits.
  await expect.poll(() => counts).toEqual([7]);
});

test('workers hear of everything that was committed, and of nothing that was rolled back', async () => {
  const { pool } = database();
  const counts = await notifiedCounts(database().url);
  const added = `select enqueue_in_turn('some.task', json_build_object('tenant', $1::text), 0)`;
  const change = (jobs: number, fails = false) =>
    inTeamTransaction(pool, 'ten_1', async (db) => {
      for (let n = 0; n < jobs; n += 1) await db.writeWithJob(added);
      if (fails) throw new Error('undone');
    });
  await expect(change(5, true)).rejects.toThrow('undone');
  await change(0);
  await Promise.all([change(1), change(2), change(1)]);
  await expect.poll(() => counts.reduce((sum, count) => sum + count, 0)).toBe(4);
});

test('workers hear of mails and of pauses too', async () => {
  const { pool } = database();
  const team = await newTeam(pool);
  // The queue itself adds the first job of a task, and notifies.
  await pool.query(`select enqueue('mail.send', '{}'), enqueue('webhook.paused', '{}')`);
  const counts = await notifiedCounts(database().url);
  const mail = {
    cause: 'c',
    recipient: 'a@example.com',
    lang: 'en',
    subject: 's',
    body: 'b',
  } as const;
  for (const isNew of [true, false]) {
    expect(await team.do((call) => writeMail(call, mail))).toBe(isNew);
  }
  await expect.poll(() => counts).toEqual([1]);
  await pool.query(
    `insert into webhook_endpoint (tenant_id, id, url, events, secret, api_version, created_at,
       failing_since)
     values ($1, 'whe_1', 'https://hooks.example.com/', '{member.joined}', '', '2026-11', now(),
       now() - interval '4 d')`,
    [team.tenant_id],
  );
  expect(await pauseFailingEndpoints({ pool, pauseAfterMs: 1 })).toBe(1);
  await expect.poll(() => counts).toEqual([1, 1]);
});
