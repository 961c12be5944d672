import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { type Delivery, Subscriber } from './harness/subscriber.ts';
import { WorkerProcess } from './harness/worker-process.ts';

const ENDPOINTS = 10;
const EVENTS = 20;
/** The first limit of an endpoint, before it has answered. */
const AT_FIRST = 4;
/** Requests hang until the test has counted what is free. That takes seconds on a busy machine. */
const patient = { WEBHOOK_TIMEOUT: '60s' };

function split(deliveries: Delivery[]): [ok: Delivery[], pending: Delivery[]] {
  const { ok = [], pending = [] } = Object.groupBy(deliveries, ({ status }) => status);
  return [ok, pending];
}

test('SIGTERM: running requests are finished and recorded, no others start, exit 0; another worker sends the rest', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const stopped = Promise.withResolvers<void>();
  const subscriber = await Subscriber.make(database.url, {
    endpoints: ENDPOINTS,
    handler: async (_, response) => {
      await stopped.promise;
      response.end();
    },
  });
  const { receiver } = subscriber;
  await subscriber.raise(EVENTS);
  const worker = await WorkerProcess.start(database.url);
  await receiver.waitFor(ENDPOINTS);
  worker.child.kill('SIGTERM');
  await worker.says('"stopping"');
  stopped.resolve();
  expect(await worker.ended, worker.stdout).toEqual({ code: 0, signal: null });

  const underWay = receiver.requests.length;
  expect(underWay).toBeLessThanOrEqual(ENDPOINTS * AT_FIRST);
  const [done, left] = split(await subscriber.deliveries());
  expect(done).toHaveLength(underWay);
  for (const { attempt, attempts, lease_no, is_leased } of done) {
    expect([attempt, attempts, lease_no, is_leased]).toEqual([1, 1, 1, false]);
  }
  // Deliveries that were claimed during the signal are left too.
  for (const { attempt, attempts, is_leased } of left) {
    expect([attempt, attempts, is_leased]).toEqual([0, 0, false]);
  }

  await WorkerProcess.start(database.url);
  await subscriber.allOk();
  expect(receiver.requests).toHaveLength(ENDPOINTS * EVENTS);
  expect(subscriber.arrived().size).toBe(ENDPOINTS * EVENTS);
});

test('SIGTERM: while receivers hang, deliveries that were claimed and not started are free for other workers at once', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const released = Promise.withResolvers<void>();
  const subscriber = await Subscriber.make(database.url, {
    // The worker sends 96 requests every 50 ms.
    endpoints: 96,
    handler: async (_, response) => {
      await released.promise;
      response.end();
    },
  });
  const { receiver } = subscriber;
  await subscriber.raise();
  const worker = await WorkerProcess.start(database.url, patient);
  await receiver.waitFor(96);
  await claimsWhileFrozen(subscriber, worker);
  worker.child.kill('SIGTERM');
  worker.continue();
  await until('the others to be free', async () => {
    const deliveries = await subscriber.deliveries();
    const leased = deliveries.filter(({ is_leased }) => is_leased).length;
    const released = deliveries.filter(({ is_leased, lease_no }) => !is_leased && lease_no > 0);
    return released.length > 0 && leased === receiver.requests.length;
  });
  released.resolve();
  expect(await worker.ended, worker.stdout).toEqual({ code: 0, signal: null });

  await WorkerProcess.start(database.url, patient);
  await subscriber.allOk();
  expect(receiver.requests).toHaveLength(96 * AT_FIRST);
});

/** Freezes the worker while it claims more for its endpoints. It has not started these deliveries. */
async function claimsWhileFrozen(subscriber: Subscriber, worker: WorkerProcess): Promise<void> {
  const { sql } = subscriber;
  await sql.query(`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(1);
      return null;
    end $$;
    create trigger wait_for_test after update on webhook_pending
      for each row execute function wait_for_test();`);
  const holder = await sql.connect();
  await holder.query('select pg_advisory_lock(1)');
  await subscriber.raise(AT_FIRST - 1);
  await waitingBackend(sql, 'with asked as');
  worker.freeze();
  await holder.query('select pg_advisory_unlock(1)');
  holder.release();
  await until('the claim to end', async () => {
    const leased = (await subscriber.deliveries()).filter(({ is_leased }) => is_leased);
    return leased.length > subscriber.receiver.requests.length;
  });
}
