import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';
import type { DeliveryRow } from '../harness/delivery-rows.ts';
import { watchLateness } from '../harness/lateness.ts';
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

const published = [1, 5, 30, 120, 360, 720, 1_440].map((minutes) => minutes * MINUTE_MS);

/** The statement that records the first failure also sets `failing_since`. Both have the same millisecond. */
async function recordedAt(hook: Hook): Promise<number> {
  const { failing_since } = await hook.endpoint();
  if (!failing_since) throw new Error('No failure was recorded');
  await hook.set('failing_since = null');
  return failing_since.getTime();
}

/** Lets every attempt fail, and returns the row after each. */
async function journey(hook: Hook, id: string): Promise<{ row: DeliveryRow; at: number }[]> {
  const steps: { row: DeliveryRow; at: number }[] = [];
  for (;;) {
    const row = await hook.attempted(id, steps.length + 1);
    const at = await recordedAt(hook);
    steps.push({ row, at });
    if (!row.next_try_at) return steps;
    await hook.pass(row.next_try_at.getTime() - at);
  }
}

const delaysOf = (steps: Awaited<ReturnType<typeof journey>>) =>
  steps.slice(0, -1).map(({ row, at }) => Number(row.next_try_at) - at);

describe('D150: the published schedule', () => {
  const api = useApi({ env: loopbackReceivers });
  useWorker(api);

  test('has 8 attempts, each exactly so long after the one before, in 44 h 36 min; then gave_up', async () => {
    const receiver = await openReceiver(answering(500));
    const hook = await Hook.to(api(), { url: receiver.url() });
    const id = await hook.happen();
    const steps = await journey(hook, id);
    expect(delaysOf(steps)).toEqual(published);
    const sum = delaysOf(steps).reduce((total, delay) => total + delay);
    expect(sum).toBe(44 * HOUR_MS + 36 * MINUTE_MS);
    for (const [i, { row }] of steps.slice(0, -1).entries()) {
      // Between two attempts the delivery is pending, and counts its attempts (D145, D146).
      const between = { status: 'pending', attempt: i + 1, retries: i + 1, ended_at: null };
      expect(row).toMatchObject({ ...between, urgent_at: null, leased_at: null });
    }
    const last = steps.at(-1);
    expect(last?.row).toMatchObject({ status: 'gave_up', attempt: 8, next_try_at: null });
    expectRecordedSoonAfter(new Date(last?.at ?? 0), last?.row.ended_at ?? null);
    expect((await hook.attempts(id)).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    // No further attempt is made.
    await hook.pass(30 * DAY_MS);
    await sweeps(2);
    expect(receiver.requests).toHaveLength(8);
    expect(await hook.listed(id)).toMatchObject({
      status: 'gave_up',
      attempt: 8,
      next_try_at: null,
      response_code: 500,
      error: 'http_status',
    });
  });

  test('D146, D145: the response fields are those of the last attempt, even while the next one is awaited', async () => {
    const receiver = await openReceiver((_, response) => {
      if (receiver.requests.length === 1) response.end();
      else if (receiver.requests.length === 2) response.writeHead(503).end('first');
      else response.destroy();
    });
    const hook = await Hook.to(api(), { url: receiver.url() });
    // Details are hidden for a host that has never answered 2xx, so the host answers first.
    await hook.ended(await hook.ping());
    const id = await hook.happen();
    const { next_try_at } = await hook.attempted(id, 1);
    expect(await hook.listed(id)).toMatchObject({
      status: 'pending',
      attempt: 1,
      next_try_at: next_try_at?.toISOString(),
      response_code: 503,
      response_excerpt: 'first',
      error: 'http_status',
    });
    await hook.pass(MINUTE_MS);
    await hook.attempted(id, 2);
    expect(await hook.listed(id)).toMatchObject({
      status: 'pending',
      attempt: 2,
      response_code: null,
      response_excerpt: null,
      error: 'reset',
    });
  });

  test('a ping has the same schedule, and a success at the last attempt counts', async () => {
    const receiver = await openReceiver(answering(...Array(7).fill(500), 200));
    const hook = await Hook.to(api(), { url: receiver.url() });
    const id = await hook.ping();
    for (const [i, delay] of published.entries()) {
      const row = await hook.attempted(id, i + 1);
      expect(row).toMatchObject({ status: 'pending', attempt: i + 1, retries: i + 1 });
      const [attempt] = (await hook.attempts(id)).slice(-1);
      const planned = Number(row.next_try_at) - Number(attempt?.started_at);
      // The delay begins when the attempt is recorded, a moment after its start.
      expect(planned - delay).toBeGreaterThanOrEqual(0);
      expect(planned - delay).toBeLessThan(20_000);
      await hook.pass(delay);
    }
    expect(await hook.ended(id)).toMatchObject({ status: 'ok', attempt: 8 });
  });
});

describe('D150: the published schedule in real time', () => {
  const api = useApi({ env: loopbackReceivers });
  useWorker(api, {}, { inRealTime: true });

  /** A delivery that has failed once. Its retry is due in a second and a half. */
  async function failedOnce() {
    const receiver = await openReceiver(answering(500, 200));
    const hook = await Hook.to(api(), { url: receiver.url() });
    const id = await hook.happen();
    await hook.attempted(id, 1);
    await hook.pass(MINUTE_MS - 1_500);
    const due = (await hook.delivery(id)).next_try_at ?? new Date(0);
    const lateMs = async () => {
      const [, second] = await hook.attempts(id);
      return Number(second?.started_at) - due.getTime();
    };
    return { hook, id, lateMs };
  }

  test('a retry is not made before it is due, however often workers look, and within two seconds after', async () => {
    const { hook, id, lateMs } = await failedOnce();
    const lateness = watchLateness(api().sql);
    let wakes = 0;
    while ((await hook.delivery(id)).status === 'pending') {
      await hook.wake();
      wakes += 1;
    }
    expect(await lateMs()).toBeGreaterThanOrEqual(0);
    expect(await lateMs()).toBeLessThan(2_000 + (await lateness()));
    expect(wakes).toBeGreaterThan(10);
  });

  test('a retry is made within two seconds by the sweep alone, even if nothing wakes the worker', async () => {
    const { hook, id, lateMs } = await failedOnce();
    const lateness = watchLateness(api().sql);
    await hook.ended(id);
    expect(await lateMs()).toBeLessThan(2_000 + (await lateness()));
  });
});

describe('D150: WEBHOOK_RETRY_DELAYS', () => {
  const api = useApi({ env: loopbackReceivers });
  useWorker(api, { WEBHOOK_RETRY_DELAYS: '7s,2d' });

  test('names the delays, and there is one attempt more', async () => {
    const receiver = await openReceiver(answering(500));
    const hook = await Hook.to(api(), { url: receiver.url() });
    const steps = await journey(hook, await hook.happen());
    expect(delaysOf(steps)).toEqual([7_000, 48 * HOUR_MS]);
    expect(steps.map(({ row }) => row.retries)).toEqual([1, 2, null]);
    expect(steps.at(-1)?.row).toMatchObject({ status: 'gave_up', attempt: 3 });
  });

  test('a shortened list ends a delivery at its next failure', async () => {
    const receiver = await openReceiver(answering(500));
    const hook = await Hook.to(api(), { url: receiver.url() });
    const id = await hook.happen();
    await hook.attempted(id, 1);
    await hook.setDelivery(id, 'retries = 5');
    await hook.pass(7_000);
    expect(await hook.ended(id)).toMatchObject({ status: 'gave_up', attempt: 2 });
  });
});
