import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/shared/time/durations.ts';
import { onThisMachine } from '../harness/computed-ms.ts';
import { watchLateness } from '../harness/lateness.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import {
  answering,
  expectRecordedSoonAfter,
  Hook,
  openReceiver,
  useWorker,
} from './harness/hook.ts';

const api = useApi({ env: loopbackReceivers });
useWorker(api, { WEBHOOK_PAUSE_AFTER: '1h', WEBHOOK_RETRY_DELAYS: '1m,3m' });

async function hookTo(...statuses: number[]) {
  const receiver = await openReceiver(answering(...statuses));
  return { receiver, hook: await Hook.to(api(), { url: receiver.url() }) };
}

describe('D141: failing_since is the first failed attempt since the last success', () => {
  test('is set with the attempt itself, kept by further failures, and cleared by a success', async () => {
    const { hook } = await hookTo(500, 500, 200, 500);
    expect((await hook.endpoint()).failing_since).toBe(null);
    const id = await hook.happen();
    const { next_try_at } = await hook.attempted(id, 1);
    const { failing_since } = await hook.endpoint();
    // The two times are equal to the millisecond, because one statement sets both.
    expect(Number(next_try_at) - Number(failing_since)).toBe(MINUTE_MS);
    await hook.pass(MINUTE_MS);
    await hook.attempted(id, 2);
    const since = (await hook.endpoint()).failing_since;
    expect(Number(since)).toBe(Number(failing_since) - MINUTE_MS);
    await hook.pass(3 * MINUTE_MS);
    const { ended_at } = await hook.ended(id);
    const endpoint = await hook.endpoint();
    expect(endpoint).toMatchObject({ status: 'active', failing_since: null });
    expectRecordedSoonAfter(endpoint.last_success_at, ended_at);
    const next = await hook.happen();
    const later = await hook.attempted(next, 1);
    const anew = (await hook.endpoint()).failing_since;
    expect(Number(later.next_try_at) - Number(anew)).toBe(MINUTE_MS);
  });

  test('a failed ping does not set failing_since, and a ping that arrives clears it', async () => {
    const { hook } = await hookTo(500, 500, 200);
    await hook.attempted(await hook.ping(), 1);
    expect((await hook.endpoint()).failing_since).toBe(null);
    await hook.attempted(await hook.happen(), 1);
    expect((await hook.endpoint()).failing_since).not.toBe(null);
    await hook.ended(await hook.ping());
    expect(await hook.endpoint()).toMatchObject({ status: 'active', failing_since: null });
  });

  test('a success clears failing_since even right after another success', async () => {
    const { hook } = await hookTo(200);
    // Successes within a second are not written one by one. The test stays within it, however slow it is.
    await hook.set("failing_since = now(), last_success_at = now() + interval '1 min'");
    await hook.ended(await hook.happen());
    expect((await hook.endpoint()).failing_since).toBe(null);
  });

  test('a manual attempt that fails sets failing_since, and one that succeeds clears it', async () => {
    const { hook } = await hookTo(500, 500, 200);
    const id = await hook.happen();
    await hook.attempted(id, 1);
    await hook.set('failing_since = null');
    await hook.retry(id);
    await hook.attempted(id, 2);
    expect((await hook.endpoint()).failing_since).not.toBe(null);
    await hook.retry(id);
    await hook.ended(id);
    expect((await hook.endpoint()).failing_since).toBe(null);
  });

  test('a worker that is lost again and again does not set failing_since', async () => {
    const { receiver, hook } = await hookTo(200);
    await hook.change({ status: 'disabled' });
    const id = await hook.happen();
    await hook.setDelivery(id, "lost_leases = 4, leased_at = now() - interval '1 h'");
    await hook.change({ status: 'active' });
    const row = await hook.attempted(id, 1);
    expect(row).toMatchObject({ status: 'pending', retries: 1, lost_leases: 0 });
    expect(await hook.listed(id)).toMatchObject({ error: 'worker_lost', response_ms: null });
    expect((await hook.endpoint()).failing_since).toBe(null);
    expect(receiver.requests).toHaveLength(0);
    // The automatic retries go on.
    await hook.pass(MINUTE_MS);
    expect(await hook.ended(id)).toMatchObject({ status: 'ok', attempt: 2 });
  });

  test('WEBHOOK_PAUSE_AFTER: an endpoint is paused within two seconds after this time, and not before; D142: a second time too', async () => {
    const { receiver, hook } = await hookTo(500, 200);
    const id = await hook.happen();
    await hook.attempted(id, 1);
    const late = watchLateness(api().sql);
    await hook.set("failing_since = now() - interval '1 h' + interval '1500 ms'");
    const { failing_since } = await hook.endpoint();
    await until('the pause', async () => (await hook.endpoint()).status !== 'active');
    const { status, paused_at } = await hook.endpoint();
    expect(status).toBe('disabled_failures');
    const age = Number(paused_at) - Number(failing_since);
    expect(age).toBeGreaterThan(60 * MINUTE_MS);
    expect(age).toBeLessThan(60 * MINUTE_MS + onThisMachine(2_000) + (await late()));
    await hook.pass(MINUTE_MS);
    await hook.change({ status: 'active' });
    expect(await hook.endpoint()).toMatchObject({ status: 'active', paused_at: null });
    // The held delivery arrives.
    expect(await hook.ended(id)).toMatchObject({ status: 'ok', attempt: 2 });
    expect(receiver.requests).toHaveLength(2);
    expect((await hook.endpoint()).failing_since).toBe(null);
  });
});
