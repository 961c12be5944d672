import { expect, test, vi } from 'vitest';
import { useDatabase } from '../harness/use-database.ts';
import { until } from '../processes/spawned.ts';
import { startDispatcher } from './dispatcher.ts';
import { Subscriber } from './subscriber.ts';

const database = useDatabase();

test('results wait for others while something is under way, and no longer', async () => {
  const answered = Promise.withResolvers<void>();
  const subscriber = await Subscriber.make(database().url, {
    endpoints: 2,
    handler: async ({ path }, response) => {
      if (path === '/1') await answered.promise;
      response.end();
    },
  });
  const { dispatcher, recorder, look } = startDispatcher(database().url, {
    timeoutMs: 10_000,
    leaseMs: 30_000,
  });
  const flush = vi.spyOn(recorder, 'flush');
  await subscriber.raise();
  await look();
  await until('the first result', async () =>
    (await subscriber.deliveries()).some(({ status }) => status === 'ok'),
  );
  expect(dispatcher.inFlight).toBe(1);
  expect(flush).not.toHaveBeenCalled();
  answered.resolve();
  await until('nothing to wait for', () => flush.mock.calls.length > 0);
  expect(dispatcher.inFlight).toBe(0);
  await subscriber.allOk();
});
