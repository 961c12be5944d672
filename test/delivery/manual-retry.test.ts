import { describe, expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { answering, Hook, openReceiver, sweeps, useWorker } from './harness/hook.ts';

const api = useApi({ env: loopbackReceivers });
// With one delay, a delivery has two attempts and is then given up.
useWorker(api, { WEBHOOK_RETRY_DELAYS: '1h' });

/** A delivery between its first attempt and its retry. */
async function waiting(...statuses: number[]) {
  const receiver = await openReceiver(answering(...statuses));
  const hook = await Hook.to(api(), { url: receiver.url() });
  const id = await hook.happen();
  return { receiver, hook, id, before: await hook.attempted(id, 1) };
}

async function gaveUp(...statuses: number[]) {
  const made = await waiting(500, 500, ...statuses);
  await made.hook.pass(HOUR_MS);
  return { ...made, before: await made.hook.ended(made.id) };
}

/** Makes every insertion into webhook_pending wait until the test releases it. */
async function holdInsertions() {
  const holder = await api().sql.connect();
  const release = async () => void (await holder.query('select pg_advisory_unlock_all()'));
  onTestFinished(async () => {
    await release();
    await holder.query('drop function wait_for_test() cascade');
    holder.release();
  });
  await holder.query(`
    select pg_advisory_lock(1);
    create function wait_for_test() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(1);
      return new;
    end $$;
    create trigger wait_for_test before insert on webhook_pending
      for each row execute function wait_for_test();`);
  return { release };
}

describe('D148: a manual attempt consumes no scheduled retry', () => {
  test('D149: the attempt is shown as due now, and is made', async () => {
    const { hook, id } = await waiting(500, 200);
    const { status, body } = await hook.retry(id);
    expect([status, body]).toMatchObject([202, { id, status: 'pending', attempt: 1 }]);
    expect(Math.abs(Date.parse(String(body.next_try_at)) - Date.now())).toBeLessThan(30_000);
    const { next_try_at } = await hook.ended(id);
    expect(next_try_at).toBe(null);
    expect(await hook.listed(id)).toMatchObject({ status: 'ok', attempt: 2, response_code: 200 });
  });

  test('a failure leaves the planned retry, which is then the last one', async () => {
    const { receiver, hook, id, before } = await waiting(500);
    for (const attempt of [2, 3, 4]) {
      await hook.retry(id);
      const after = await hook.attempted(id, attempt);
      expect(after).toEqual({ ...before, attempt, lease_no: attempt });
    }
    await hook.pass(HOUR_MS);
    // This was the only automatic retry.
    expect(before.retries).toBe(1);
    expect(await hook.ended(id)).toMatchObject({ status: 'gave_up', attempt: 5 });
    expect(receiver.requests).toHaveLength(5);
  });

  test('after gave_up a failure gives gave_up again, any number of times', async () => {
    const { receiver, hook, id, before } = await gaveUp(500);
    for (const attempt of [3, 4]) {
      expect((await hook.retry(id)).body).toMatchObject({ status: 'pending' });
      await hook.attempted(id, attempt);
      const after = await hook.ended(id);
      expect(after).toMatchObject({ status: 'gave_up', attempt, retries: null, next_try_at: null });
      expect(Number(after.ended_at)).toBeGreaterThan(Number(before.ended_at));
    }
    await hook.pass(100 * HOUR_MS);
    await sweeps(1);
    expect(receiver.requests).toHaveLength(4);
  });

  test('after gave_up a success gives ok, and then nothing can be retried (D147)', async () => {
    const { hook, id } = await gaveUp(200);
    await hook.retry(id);
    const row = await hook.attempted(id, 3);
    expect(row).toMatchObject({ status: 'ok', attempt: 3, next_try_at: null, given_up_for: null });
    const { status, body } = await hook.retry(id);
    expect([status, body.code, body.field]).toEqual([422, 'validation_error', 'status']);
    expect(await hook.delivery(id)).toEqual(row);
  });

  test.each(['disabled', 'disabled_failures'])(
    'an attempt on an endpoint that is %s is made, and does not reactivate the endpoint',
    async (status) => {
      const { hook, id, before } = await waiting(500, 500, 200);
      await hook.set(`status = '${status}', failing_since = null`);
      await hook.retry(id);
      expect(await hook.attempted(id, 2)).toEqual({ ...before, attempt: 2, lease_no: 2 });
      await hook.retry(id);
      expect(await hook.ended(id)).toMatchObject({ status: 'ok', attempt: 3 });
      // Attempts do not change failing_since and last_success_at of a paused endpoint.
      const endpoint = { status, failing_since: null, last_success_at: null };
      expect(await hook.endpoint()).toMatchObject(endpoint);
    },
  );
});

describe('D147: an attempt under way is not disturbed', () => {
  test('the first attempt continues, and is the only one', async () => {
    const receiver = await openReceiver();
    const held = Promise.withResolvers<void>();
    const slow = await openReceiver(async (_, response) => {
      await held.promise;
      response.writeHead(500).end();
    });
    const hook = await Hook.to(api(), { url: slow.url() });
    const id = await hook.happen();
    await slow.waitFor(1);
    const before = await hook.delivery(id);
    // The first attempt comes first, and then an automatic retry.
    expect((await hook.retry(id)).status).toBe(202);
    expect(await hook.delivery(id)).toEqual(before);
    held.resolve();
    await hook.attempted(id, 1);
    await hook.change({ url: receiver.url() });
    await sweeps(1);
    expect([slow.requests.length, receiver.requests.length]).toEqual([1, 0]);
  });

  test('an automatic retry continues and counts once, whatever is asked meanwhile', async () => {
    const held = Promise.withResolvers<void>();
    const receiver = await openReceiver(async (_, response) => {
      if (receiver.requests.length > 1) await held.promise;
      response.writeHead(500).end();
    });
    const hook = await Hook.to(api(), { url: receiver.url() });
    const id = await hook.happen();
    await hook.attempted(id, 1);
    await hook.pass(HOUR_MS);
    await receiver.waitFor(2);
    expect((await hook.retry(id)).body).toMatchObject({ status: 'pending', attempt: 1 });
    held.resolve();
    expect(await hook.ended(id)).toMatchObject({ status: 'gave_up', attempt: 2 });
  });

  test('during a manual attempt, asking again makes no second one', async () => {
    const held = Promise.withResolvers<void>();
    const receiver = await openReceiver(async (_, response) => {
      if (receiver.requests.length > 1) await held.promise;
      response.writeHead(500).end();
    });
    const hook = await Hook.to(api(), { url: receiver.url() });
    const id = await hook.happen();
    const before = await hook.attempted(id, 1);
    await hook.retry(id);
    await receiver.waitFor(2);
    await hook.retry(id);
    await sweeps(2);
    held.resolve();
    expect(await hook.attempted(id, 2)).toEqual({ ...before, attempt: 2, lease_no: 2 });
    expect(receiver.requests).toHaveLength(2);
  });

  test('a delivery that comes due while a retry is being asked for is sent once', async () => {
    const { receiver, hook, id } = await waiting(500, 200);
    await hook.set("status = 'disabled'");
    await hook.setDelivery(id, 'next_try_at = now()');
    const hold = await holdInsertions();
    const retry = hook.retry(id);
    await waitingBackend(api().sql, 'insert into webhook_pending');
    await hook.set("status = 'active'");
    await hook.wake();
    await sweeps(2);
    expect(receiver.requests).toHaveLength(1);
    await hold.release();
    expect((await retry).body).toMatchObject({ id, status: 'pending', attempt: 1 });
    expect(await hook.ended(id)).toMatchObject({ status: 'ok', attempt: 2 });
    expect(receiver.requests).toHaveLength(2);
  });

  test('a delivery that waits for its first attempt on a paused endpoint does not change', async () => {
    const receiver = await openReceiver();
    const hook = await Hook.to(api(), { url: receiver.url() });
    await hook.change({ status: 'disabled' });
    const id = await hook.happen();
    const before = await hook.delivery(id);
    expect((await hook.retry(id)).body).toMatchObject({ attempt: 0, next_try_at: null });
    expect(await hook.delivery(id)).toEqual(before);
  });
});
