import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { type Delivery, Subscriber } from './harness/subscriber.ts';
import { WorkerProcess } from './harness/worker-process.ts';

const ENDPOINTS = 10;
const EVENTS = 20;
/** The first limit of an endpoint, before it has answered. */
const AT_FIRST = 4;

function split(deliveries: Delivery[]): [ok: Delivery[], pending: Delivery[]] {
  const { ok = [], pending = [] } = Object.groupBy(deliveries, ({ status }) => status);
  return [ok, pending];
}

test('SIGTERM: running requests are finished and recorded, no other is started, exit 0; another worker sends the rest', async () => {
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
  // Also deliveries that were claimed while the signal came.
  for (const { attempt, attempts, is_leased } of left) {
    expect([attempt, attempts, is_leased]).toEqual([0, 0, false]);
  }

  await WorkerProcess.start(database.url);
  await subscriber.allOk();
  expect(receiver.requests).toHaveLength(ENDPOINTS * EVENTS);
  expect(subscriber.arrived().size).toBe(ENDPOINTS * EVENTS);
});

test('SIGTERM: deliveries that were claimed and not started are free for other workers at once, while receivers hang', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const released = Promise.withResolvers<void>();
  const subscriber = await Subscriber.make(database.url, {
    // One team may have 384 in flight; the worker sends 64 of them in each 50 ms.
    endpoints: 96,
    handler: async (_, response) => {
      await released.promise;
      response.end();
    },
  });
  const { receiver } = subscriber;
  await subscriber.raise(AT_FIRST);
  const worker = await WorkerProcess.start(database.url);
  await receiver.waitFor(1);
  worker.child.kill('SIGTERM');
  await until('the others to be free', async () => {
    const deliveries = await subscriber.deliveries();
    const leased = deliveries.filter(({ is_leased }) => is_leased).length;
    const givenBack = deliveries.filter(({ is_leased, lease_no }) => !is_leased && lease_no > 0);
    return givenBack.length > 0 && leased === receiver.requests.length;
  });
  released.resolve();
  expect(await worker.ended, worker.stdout).toEqual({ code: 0, signal: null });

  await WorkerProcess.start(database.url);
  await subscriber.allOk();
  expect(receiver.requests).toHaveLength(96 * AT_FIRST);
});
