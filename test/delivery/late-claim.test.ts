import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { until } from '../harness/until.ts';
import { useDatabase } from '../harness/use-database.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { makeDeliveryLoop } from './harness/delivery-loop.ts';
import { Subscriber } from './harness/subscriber.ts';

const database = useDatabase();
const TIMEOUT_MS = 4_000;
/** The part of a lease that the attempt does not use. */
const SLACK_MS = 500;

test('an attempt that could outlast its lease is not begun, and is made under the next lease', async () => {
  const subscriber = await Subscriber.make(database().url);
  const { sql, receiver } = subscriber;
  const { loop, sweep } = makeDeliveryLoop(database().url, {
    timeoutMs: TIMEOUT_MS,
    // So the lease ends within five seconds instead of half a minute.
    leaseMs: TIMEOUT_MS + SLACK_MS,
  });
  await sql.query(`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(1);
      return null;
    end $$;
    create trigger wait_for_test after update on webhook_pending
      execute function wait_for_test();`);
  await subscriber.raise();
  const holder = await sql.connect();
  await holder.query('select pg_advisory_lock(1)');
  await sweep();
  await waitingBackend(sql, 'with asked as');
  await sleep(SLACK_MS);
  await holder.query('select pg_advisory_unlock(1)');
  holder.release();
  await until('the claim to end', async () => (await subscriber.delivery()).is_leased);
  await until('its slot to be released', () => loop.inFlight === 0);
  expect(await subscriber.delivery()).toMatchObject({ status: 'pending', attempts: 0 });
  expect(receiver.requests).toHaveLength(0);

  await until('the next lease', async () => {
    await sweep();
    return (await subscriber.delivery()).status === 'ok';
  });
  expect(receiver.requests).toHaveLength(1);
  expect(await subscriber.delivery()).toMatchObject({ attempt: 1, attempts: 1 });
});
