import { expect, test, vi } from 'vitest';
import { until } from '../harness/until.ts';
import { useDatabase } from '../harness/use-database.ts';
import { makeDeliveryLoop } from './harness/delivery-loop.ts';
import { Subscriber } from './harness/subscriber.ts';

const database = useDatabase();

test('results wait for others while an attempt is under way, and no longer', async () => {
  const answered = Promise.withResolvers<void>();
  const subscriber = await Subscriber.make(database().url, {
    endpoints: 2,
    handler: async ({ path }, response) => {
      if (path === '/1') await answered.promise;
      response.end();
    },
  });
  const { loop, recorder, sweep } = makeDeliveryLoop(database().url, {
    timeoutMs: 10_000,
    leaseMs: 30_000,
  });
  const flush = vi.spyOn(recorder, 'flush');
  await subscriber.raise();
  await sweep();
  await until('the first result', async () =>
    (await subscriber.deliveries()).some(({ status }) => status === 'ok'),
  );
  expect(loop.inFlight).toBe(1);
  expect(flush).not.toHaveBeenCalled();
  answered.resolve();
  await until('nothing to wait for', () => flush.mock.calls.length > 0);
  expect(loop.inFlight).toBe(0);
  await subscriber.allOk();
});
