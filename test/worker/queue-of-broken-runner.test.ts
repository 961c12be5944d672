import EventEmitter, { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Logger, run, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createQueuePool } from '../../src/db/pool.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { runQueue } from '../../src/worker/queue/run-queue.ts';
import { DatabaseProxy } from '../harness/database-proxy.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackends } from '../harness/waiting.ts';

const api = useApi();
const silent = new Logger(() => () => undefined);

/** A connection for one test. Its locks end with it. */
async function holder(): Promise<pg.Client> {
  const client = new pg.Client(api().database.url);
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

test('a runner that cannot end is replaced by another runner, which takes new jobs', async () => {
  const { sql } = api();
  const done: number[] = [];
  const living = new Set<string>();

  const queue = await runQueue({
    databaseUrl: api().database.url,
    tasks: { 'mail.send': async (payload) => void done.push((payload as { n: number }).n) },
    concurrency: 4,
    presence: { add: (id) => living.add(id), remove: (id) => living.delete(id) },
    patienceMs: 1_000,
    log: createLogger('fatal'),
  });
  onTestFinished(() => queue.stop());
  const add = (n: number) => sql.query(`select enqueue('mail.send', $1)`, [JSON.stringify({ n })]);

  // The statements that end three jobs wait in the database.
  const end = await holder();
  await end.query(`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(1);
      return null;
    end $$;
    create trigger wait_for_test before delete on graphile_worker._private_jobs
      execute function wait_for_test();
    select pg_advisory_lock(1)`);
  for (const n of [1, 2, 3]) {
    await add(n);
    await until(
      'the end of a job to wait',
      async () => (await waitingBackends(sql, 'delete from')).length === n,
    );
  }
  // The statement that looks for jobs waits too.
  const table = await holder();
  const locked = table.query('begin; lock table graphile_worker._private_jobs');
  await until(
    'a search for jobs to wait',
    async () => (await waitingBackends(sql, 'skip locked')).length > 0,
  );
  for (const pid of await waitingBackends(sql, 'delete from')) {
    await sql.query('select pg_terminate_backend($1::integer)', [pid]);
    await until('its end', async () => !(await waitingBackends(sql)).includes(pid));
  }
  await locked;
  await table.query('drop trigger wait_for_test on graphile_worker._private_jobs; commit');
  await end.end();

  await add(4);
  await until('the new job to be done', () => done.includes(4));
  // A runner already takes jobs while it starts.
  await until('the queue to run', () => queue.isRunning);
  // Other workers may take the jobs of the broken runner once it counts as dead.
  await until('the broken runner to count as dead', () => living.size === 1);
});

test('a runner that ends while the answer to its LISTEN is lost gives its connection back once', async () => {
  const proxy = new DatabaseProxy();
  onTestFinished(() => proxy.close());
  const url = await proxy.open(api().database.url);
  const pool = createQueuePool(url, { max: 3, log: createLogger('silent') });
  const errors: unknown[] = [];
  const keep = (error: unknown) => errors.push(error);
  process.on('unhandledRejection', keep);
  onTestFinished(() => void process.off('unhandledRejection', keep));

  const events: WorkerEvents = new EventEmitter();
  proxy.holdAnswerTo('LISTEN "jobs:insert"');
  const runner = await run({
    pgPool: pool,
    events,
    taskList: { nothing: () => undefined },
    noHandleSignals: true,
    logger: silent,
  });
  await until('the answer to be held', () => proxy.holdsAnswer);
  const released = once(events, 'pool:listen:release');
  const stopped = runner.stop().catch(() => undefined);
  await released;
  proxy.cut();

  await stopped;
  await runner.promise.catch(() => undefined);
  await pool.end();
  // Node reports a rejection after the promises that wait for it.
  await setImmediate();
  expect(errors).toEqual([]);
});
