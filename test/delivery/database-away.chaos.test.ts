import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { register } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { writeMail } from '../../src/features/mail/write-mail.ts';
import { unlockJobsOfTheDead } from '../../src/worker/queue/runner-presence.ts';
import { until } from '../harness/until.ts';
import { waitingBackends } from '../harness/waiting.ts';
import { makeDeliveryLoop } from './harness/delivery-loop.ts';
import { useOwnPostgres } from './harness/own-postgres.ts';
import { Subscriber } from './harness/subscriber.ts';
import { WorkerProcess } from './harness/worker-process.ts';

const postgres = useOwnPostgres();

/** The worker processes get these variables. A lease lasts 20 s longer than this time limit. */
const env = { WEBHOOK_TIMEOUT: '8s' };

test('if PostgreSQL crashes twice in the middle, the worker survives, delivers all, and is woken up again', {
  timeout: 400_000,
}, async () => {
  const subscriber = await Subscriber.make(postgres().url, {
    endpoints: 10,
    handler: async (_, response) => {
      await sleep(20);
      response.end();
    },
  });
  const { receiver } = subscriber;
  await subscriber.raise(60);
  const worker = await WorkerProcess.start(postgres().url, env);
  for (const requests of [100, 300]) {
    await receiver.waitFor(requests);
    await postgres().crash();
    await postgres().startAgain();
  }
  await subscriber.allOk(150_000);

  const deliveries = await subscriber.deliveries();
  expect(deliveries).toHaveLength(600);
  for (const { attempt, attempts } of deliveries) expect([attempt, attempts]).toEqual([1, 1]);
  const lost = deliveries.reduce((sum, { lease_no }) => sum + lease_no - 1, 0);
  expect(subscriber.arrived().size).toBe(600);
  expect(receiver.requests.length - 600).toBeLessThanOrEqual(lost);
  expect(await worker.stop()).toBe(0);
});

/** A subscriber whose receiver answers the first request when the test says so. */
async function heldSubscriber() {
  const answered = Promise.withResolvers<void>();
  const subscriber = await Subscriber.make(postgres().url, {
    handler: async (_, response) => {
      await answered.promise;
      response.end();
    },
  });
  return { subscriber, answer: answered.resolve };
}

async function awaitsAnswer() {
  const { subscriber, answer } = await heldSubscriber();
  const worker = await WorkerProcess.start(postgres().url, env);
  await subscriber.raise();
  await subscriber.receiver.waitFor(1);
  return { subscriber, worker, answer };
}

/** Waits for several sweeps of every worker that could attempt the delivery again. */
async function nothingMoreHappens({ receiver, sql, team }: Subscriber, worker: WorkerProcess) {
  const sweeps = await worker.metric('webhook_sweep_duration_seconds_count');
  await until(
    'three more sweeps',
    async () => (await worker.metric('webhook_sweep_duration_seconds_count')) > sweeps + 3,
  );
  expect(receiver.requests).toHaveLength(1);
  const { rows } = await sql.query(
    `select s.status, s.leased_at, s.next_try_at,
       (select count(*)::integer from webhook_pending p where p.tenant_id = $1) as waiting
     from webhook_delivery_state s where s.tenant_id = $1`,
    [team.tenantId],
  );
  expect(rows).toEqual([{ status: 'ok', leased_at: null, next_try_at: null, waiting: 0 }]);
}

test('if PostgreSQL crashes between the response and its record, and is back within the lease: ok, with one request', async () => {
  const { subscriber, worker, answer } = await awaitsAnswer();
  await postgres().crash();
  answer();
  await worker.says('the sweep for due deliveries failed');
  await postgres().startAgain();
  await subscriber.allOk();
  expect(await subscriber.delivery()).toMatchObject({ attempt: 1, attempts: 1, lease_no: 1 });
  await nothingMoreHappens(subscriber, worker);
  expect(await worker.stop()).toBe(0);
});

test('if PostgreSQL freezes between the response and its record, and continues: ok, with one request', async () => {
  const { subscriber, worker, answer } = await awaitsAnswer();
  await postgres().freeze();
  answer();
  await until(
    'the answer to be there',
    async () => (await worker.metric('webhook_attempts_total{outcome="ok"}')) === 1,
  );
  // This time is long enough for a sweep to begin.
  await sleep(1_500);
  await postgres().thaw();
  await subscriber.allOk();
  expect(await subscriber.delivery()).toMatchObject({ attempt: 1, attempts: 1, lease_no: 1 });
  await nothingMoreHappens(subscriber, worker);
  expect(await worker.stop()).toBe(0);
});

test('if PostgreSQL is back only after the lease, the delivery is attempted again, and nothing is stuck', async () => {
  const { subscriber, answer } = await heldSubscriber();
  // The loop runs in this process, because the shortest lease of a worker is 20 s.
  const { logged, sweep } = makeDeliveryLoop(postgres().url, { timeoutMs: 3_000, leaseMs: 5_000 });
  await subscriber.raise();
  await sweep();
  await subscriber.receiver.waitFor(1);
  const lostLeases = await lostLeasesHere();
  await postgres().crash();
  answer();
  await until('the lease to be over', () =>
    logged.some((line) => line.includes('an attempt could not be recorded')),
  );
  await postgres().startAgain();
  const allOk = async () => {
    await until('every delivery to be ok', async () => {
      await sweep();
      return (await subscriber.deliveries()).every(({ status }) => status === 'ok');
    });
  };
  await allOk();
  expect(await subscriber.delivery()).toMatchObject({ attempt: 1, attempts: 1, lease_no: 2 });
  const [[, times] = []] = [...subscriber.arrived()];
  expect(times).toBe(2);
  expect(await lostLeasesHere()).toBe(lostLeases + 1);
  await subscriber.raise();
  await allOk();
  expect(subscriber.receiver.requests).toHaveLength(3);
});

/** The metric of lost leases in this process. */
async function lostLeasesHere(): Promise<number> {
  const text = await register.getSingleMetricAsString('webhook_lost_leases_total');
  return Number(/^webhook_lost_leases_total (\d+)$/m.exec(text)?.[1]);
}

test('if PostgreSQL crashes while jobs are being finished, the worker lives on, and its queues take new jobs', {
  timeout: 400_000,
}, async () => {
  const subscriber = await Subscriber.make(postgres().url);
  const { sql, team } = subscriber;
  const writeMailFor = (cause: string) =>
    team.do((call) =>
      writeMail(call, { cause, recipient: 'a@example.com', lang: 'en', subject: 's', body: 'b' }),
    );
  const jobs = async (which = '') =>
    (await sql.query(`select from graphile_worker.jobs ${which}`)).rowCount;
  const lastJob = async (): Promise<number> =>
    (await sql.query('select coalesce(max(id), 0)::integer as id from graphile_worker.jobs'))
      .rows[0].id;
  const worker = await WorkerProcess.start(postgres().url, env);
  onTestFinished(async () => {
    await sql.query('drop function if exists wait_for_test cascade');
  });
  // The jobs of earlier tests must end first.
  await until('nothing to do', async () => (await jobs('where locked_at is null')) === 0);
  const holder = await holdTheEndOfJobs();
  await subscriber.raise();
  await writeMailFor('before');
  await until(
    'a wake-up and a mail to be finished',
    async () => (await waitingBackends(sql, 'delete from')).length >= 2,
  );
  await postgres().crash();
  await holder.end();
  await postgres().startAgain();
  await subscriber.allOk();

  const before = await lastJob();
  await subscriber.raise();
  await writeMailFor('after');
  const finished = async () => {
    // A runner that is about to end may still take a job. Housekeeping gives that job to another runner.
    await unlockJobsOfTheDead(sql);
    return (await lastJob()) <= before;
  };
  // Each runner that ends meanwhile may hold a job for as long as it may take to end.
  await until('the new jobs to be finished', finished, 150_000);
  await subscriber.allOk();
  // Jobs from before the crash belong to runners that have ended, although their process is alive.
  await sql.query(
    "update graphile_worker._private_jobs set locked_at = locked_at - interval '1 min'",
  );
  await until('the old jobs to be finished', async () => {
    // The former runner may still be ending.
    await unlockJobsOfTheDead(sql);
    return (await jobs()) === 0;
  });
  expect(await worker.stop()).toBe(0);
});

/** Makes a worker that reports the end of a job wait as long as this connection lasts. */
async function holdTheEndOfJobs(): Promise<pg.Client> {
  const client = new pg.Client(postgres().url);
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  await client.query(`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(1);
      return null;
    end $$;
    create trigger wait_for_test before delete on graphile_worker._private_jobs
      execute function wait_for_test();
    select pg_advisory_lock(1);`);
  return client;
}
