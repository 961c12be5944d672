import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/shared/time/durations.ts';
import { startRawReceiver } from '../harness/raw-receiver.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { answering, Hook, openReceiver, sweeps, useWorker } from './harness/hook.ts';

describe('deleted, suspended', () => {
  const api = useApi({ env: loopbackReceivers });
  useWorker(api);

  test('D166: if an endpoint is deleted during an attempt, the attempt is not recorded, and no other follows', async () => {
    const held = Promise.withResolvers<void>();
    let answered = 0;
    const receiver = await openReceiver(async (_, response) => {
      await held.promise;
      response.writeHead(500).end();
      answered += 1;
    });
    const hook = await Hook.to(api(), { url: receiver.url() });
    const ids = [await hook.happen(), await hook.happen()];
    await receiver.waitFor(2);
    const before = await hook.deliveries();
    expect((await hook.remove()).status).toBe(200);
    held.resolve();
    await until('the answers', () => answered === 2);
    await sweeps(1);
    await hook.pass(10 * MINUTE_MS);
    await sweeps(1);
    expect(receiver.requests).toHaveLength(2);
    // No worker has claimed the deliveries again, and no result was written.
    const untouched = before.map(({ id, lease_no }) => ({ id, lease_no, attempt: 0, retries: 0 }));
    expect(await hook.deliveries()).toMatchObject(untouched);
    for (const id of ids) {
      expect(await hook.attempts(id)).toEqual([]);
      expect((await hook.retry(id)).status).toBe(404);
    }
  });

  const disabled = [{ status: 'suspended' }, { plan: 'free' }] as const;
  const enabled = { status: 'active', plan: 'team' } as const;

  test.each(disabled)(
    'D167: %j: due deliveries are given up, and nothing is sent',
    async (change) => {
      const receiver = await openReceiver(answering(500));
      const hook = await Hook.to(api(), { url: receiver.url() });
      const tried = await hook.happen();
      await hook.attempted(tried, 1);
      const later = await hook.happen();
      await hook.attempted(later, 1);
      const requested = await hook.ping();
      await hook.attempted(requested, 1);
      await hook.set('failing_since = null');
      await hook.team.set(change);
      await hook.setDelivery(later, "next_try_at = now() + interval '1 h'");
      await hook.setDelivery(tried, "next_try_at = now() - interval '1 s'");
      // The delivery is urgent, as after a manual retry.
      await hook.setDelivery(requested, 'urgent_at = now()');
      await hook.wake();
      for (const [id, attempt] of [[tried, 1] as const, [requested, 1] as const]) {
        const row = await hook.ended(id);
        expect(row).toMatchObject({
          status: 'gave_up',
          attempt,
          next_try_at: null,
          leased_at: null,
        });
        expect(row.given_up_for).toBe('tenant_disabled');
      }
      // A delivery that is not due yet is given up when it becomes due.
      expect(await hook.delivery(later)).toMatchObject({ status: 'pending', given_up_for: null });
      expect((await hook.endpoint()).failing_since).toBe(null);
      expect(receiver.requests).toHaveLength(3);
      await hook.team.set(enabled);
      expect(await hook.listed(tried)).toMatchObject({
        status: 'gave_up',
        error: 'tenant_disabled',
      });
    },
  );

  test('D167: when the team is active again, given-up deliveries can be retried', async () => {
    const receiver = await openReceiver(answering(500, 200));
    const hook = await Hook.to(api(), { url: receiver.url() });
    await hook.change({ status: 'disabled' });
    const [first, second] = [await hook.happen(), await hook.happen()];
    await hook.team.set({ status: 'suspended' });
    await hook.set("status = 'active'");
    await hook.wake();
    for (const id of [first, second]) {
      expect(await hook.ended(id)).toMatchObject({ status: 'gave_up', attempt: 0 });
    }
    await hook.team.set(enabled);
    await hook.retry(first);
    expect(await hook.attempted(first, 1)).toMatchObject({ status: 'gave_up', retries: null });
    expect(await hook.listed(first)).toMatchObject({ error: 'http_status', response_code: 500 });
    await hook.retry(second);
    expect(await hook.attempted(second, 1)).toMatchObject({ status: 'ok' });
    expect(receiver.requests).toHaveLength(2);
  });
});

describe('D163: a secret that another ENCRYPTION_KEY has sealed', () => {
  const api = useApi({ env: loopbackReceivers });
  useWorker(api, { ENCRYPTION_KEY: randomBytes(32).toString('hex') });

  test('is secret_unreadable: nothing is sent, and failing_since stays null', async () => {
    const receiver = await openReceiver();
    const hook = await Hook.to(api(), { url: receiver.url() });
    const id = await hook.happen();
    expect(await hook.attempted(id, 1)).toMatchObject({ status: 'pending', retries: 1 });
    expect(await hook.listed(id)).toMatchObject({ error: 'secret_unreadable', response_ms: null });
    expect((await hook.endpoint()).failing_since).toBe(null);
    expect(receiver.acceptedSockets()).toBe(0);
  });
});

describe('D152: a target that may no longer be reached', () => {
  const api = useApi({ env: loopbackReceivers });
  useWorker(api, { WEBHOOK_ALLOW_NETWORKS: '' });

  test('is a failed attempt, target_blocked, without a connection', async () => {
    const receiver = await startRawReceiver({});
    const hook = await Hook.to(api(), { url: receiver.url() });
    const id = await hook.happen();
    expect(await hook.attempted(id, 1)).toMatchObject({ status: 'pending', retries: 1 });
    expect(await hook.listed(id)).toMatchObject({ error: 'target_blocked', response_code: null });
    expect((await hook.endpoint()).failing_since).not.toBe(null);
    expect(receiver.seen.connections).toBe(0);
    await receiver.close();
  });
});
