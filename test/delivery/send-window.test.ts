import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SendWindow } from '../../src/worker/delivery/send-window.ts';

function windowOf(count: number) {
  const [started, slow]: [number[], number[]] = [[], []];
  const window = new SendWindow<number>({
    start: (n) => started.push(n),
    onSlow: (n) => slow.push(n),
  });
  for (let n = 0; n < count; n++) window.add(n);
  return { window, started, slow };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('"nobody slowed"', () => {
  test('96 requests are sent at a time; the others follow in their order as answers come or take long', async () => {
    const { window, started, slow } = windowOf(240);
    expect(started).toHaveLength(96);
    expect(window.hasWaiting).toBe(true);
    for (let n = 0; n < 10; n++) window.remove(n);
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toHaveLength(106);
    await vi.advanceTimersByTimeAsync(50);
    // The followers start in the next turn of the event loop.
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toHaveLength(202);
    expect(started).toEqual(started.toSorted((a, b) => a - b));
    expect(slow).toEqual(started.slice(10, 106));
  });

  test('the answer to a slow request starts no second follower', async () => {
    const { window, started } = windowOf(200);
    await vi.advanceTimersByTimeAsync(51);
    expect(started).toHaveLength(192);
    for (let n = 0; n < 96; n++) window.remove(n);
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toHaveLength(192);
  });
});
