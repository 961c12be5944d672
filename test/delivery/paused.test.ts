import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/shared/time/durations.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import {
  answering,
  expectRecordedSoonAfter,
  Hook,
  openReceiver,
  sweeps,
  useWorker,
} from './harness/hook.ts';

const api = useApi({ env: loopbackReceivers });
useWorker(api);

const paused = ['disabled', 'disabled_failures'] as const;

/** One endpoint for each kind of pause, so that the test waits only once. */
async function ofEachKind(...statuses: number[]) {
  return Promise.all(
    paused.map(async (status) => {
      const receiver = await openReceiver(answering(...statuses));
      const hook = await Hook.to(api(), { url: receiver.url() });
      return { status, receiver, hook, pause: () => hook.set(`status = '${status}'`) };
    }),
  );
}

describe('D144: nothing is lost while an endpoint is paused', () => {
  test('events are held, and sent once the endpoint is active again', async () => {
    const all = await Promise.all(
      (await ofEachKind(500, 200)).map(async (one) => {
        const tried = await one.hook.happen();
        await one.hook.attempted(tried, 1);
        await one.pause();
        const fresh = [await one.hook.happen(), await one.hook.happen(), await one.hook.happen()];
        await one.hook.pass(10 * MINUTE_MS);
        return { ...one, tried, fresh };
      }),
    );
    await sweeps(2);
    for (const { receiver, hook, tried, fresh } of all) {
      expect(receiver.requests).toHaveLength(1);
      const between = { status: 'pending', attempt: 1, next_try_at: null, error: 'http_status' };
      expect(await hook.listed(tried)).toMatchObject(between);
      for (const id of fresh) {
        const held = { status: 'pending', attempt: 0, next_try_at: null, error: null };
        expect(await hook.listed(id)).toMatchObject(held);
      }
      await hook.change({ status: 'active' });
      for (const id of [tried, ...fresh]) {
        expect(await hook.ended(id)).toMatchObject({ status: 'ok' });
      }
      expect(receiver.requests).toHaveLength(5);
    }
  });

  test('a retry that is not due yet when the endpoint is active again keeps its time', async () => {
    const receiver = await openReceiver(answering(500, 200));
    const hook = await Hook.to(api(), { url: receiver.url() });
    const id = await hook.happen();
    const { next_try_at } = await hook.attempted(id, 1);
    await hook.change({ status: 'disabled' });
    await hook.change({ status: 'active' });
    await sweeps(1);
    expect(await hook.listed(id)).toMatchObject({ next_try_at: next_try_at?.toISOString() });
    expect(receiver.requests).toHaveLength(1);
  });

  test('a delivery under way during the pause is finished and recorded, and its retry is held', async () => {
    const held = Promise.withResolvers<void>();
    const receiver = await openReceiver(async (_, response) => {
      await held.promise;
      response.writeHead(500).end();
    });
    const hook = await Hook.to(api(), { url: receiver.url() });
    const id = await hook.happen();
    await receiver.waitFor(1);
    await hook.change({ status: 'disabled' });
    held.resolve();
    expect(await hook.attempted(id, 1)).toMatchObject({ status: 'pending', retries: 1 });
    expect(await hook.listed(id)).toMatchObject({ next_try_at: null, error: 'http_status' });
    // Only active endpoints have failing_since (D141).
    expect((await hook.endpoint()).failing_since).toBe(null);
    await hook.pass(10 * MINUTE_MS);
    await sweeps(1);
    expect(receiver.requests).toHaveLength(1);
  });
});

describe('spec, States: a test event is sent to a paused endpoint and never reactivates it', () => {
  test('the test event arrives, and the endpoint stays paused', async () => {
    for (const { receiver, hook, pause } of await ofEachKind(200)) {
      await pause();
      const before = await hook.endpoint();
      const id = await hook.ping();
      expect(await hook.ended(id)).toMatchObject({ status: 'ok', attempt: 1 });
      // The host of the endpoint has answered. That says nothing about the endpoint's status.
      expect(await hook.endpoint()).toEqual({ ...before, proven_origin: expect.any(String) });
      const body = JSON.parse(String(receiver.requests[0]?.rawBody));
      expect(body).toMatchObject({ type: 'ping', data: { endpoint_id: hook.endpointId } });
    }
  });

  test('the retries of a failed test event are held like all others', async () => {
    const all = await Promise.all(
      (await ofEachKind(500, 200)).map(async (one) => {
        await one.pause();
        const id = await one.hook.ping();
        const row = await one.hook.attempted(id, 1);
        expect(row).toMatchObject({ status: 'pending', retries: 1, urgent_at: null });
        expect(await one.hook.listed(id)).toMatchObject({ next_try_at: null });
        await one.hook.pass(10 * MINUTE_MS);
        return { ...one, id };
      }),
    );
    await sweeps(2);
    for (const { receiver, hook, id } of all) {
      expect(receiver.requests).toHaveLength(1);
      await hook.change({ status: 'active' });
      expect(await hook.ended(id)).toMatchObject({ status: 'ok', attempt: 2 });
    }
  });
});

test('D151: a ping that arrives updates last_success_at of an active endpoint', async () => {
  const receiver = await openReceiver();
  const hook = await Hook.to(api(), { url: receiver.url() });
  const { ended_at } = await hook.ended(await hook.ping());
  const { last_success_at, status } = await hook.endpoint();
  expectRecordedSoonAfter(last_success_at, ended_at);
  expect(status).toBe('active');
});
