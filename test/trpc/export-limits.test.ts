import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareOf } from '../../src/shared/load/share-holder.ts';
import { MINUTE_MS } from '../../src/shared/time/durations.ts';
import { RunningExports } from '../../src/trpc/export/running-exports.ts';
import { LeastRate } from '../../src/trpc/export/send-chunks.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const SLICE = 16_000;

/** How long a reader may read at this rate. An hour means for ever. */
function msUntilEnded(bytesPerMs: number, pauseMs = 0): number {
  const rate = new LeastRate();
  const slice = Math.max(SLICE, bytesPerMs * 100);
  let ms = 0;
  for (; !rate.signal.aborted && ms < 60 * MINUTE_MS; ms += slice / bytesPerMs) {
    rate.sent(slice);
    vi.advanceTimersByTime(slice / bytesPerMs);
    rate.taken();
    vi.advanceTimersByTime(pauseMs);
  }
  return ms;
}

test.each([
  ['nothing', 0.001, MINUTE_MS],
  ['1 KB a second', 1, 1.1 * MINUTE_MS],
  ['4 KB a second', 4, 1.3 * MINUTE_MS],
  ['16 KB a second', 16, 2.1 * MINUTE_MS],
])('a reader of %s is soon ended', (_, bytesPerMs, most) => {
  expect(msUntilEnded(bytesPerMs)).toBeLessThanOrEqual(Math.max(most, SLICE / bytesPerMs));
});

test.each([33, 64, 1_000])('a reader of %d KB a second may continue', (bytesPerMs) => {
  expect(msUntilEnded(bytesPerMs)).toBeGreaterThanOrEqual(60 * MINUTE_MS);
});

test('a pause that we make does not count', () => {
  expect(msUntilEnded(33, 20_000)).toBeGreaterThanOrEqual(60 * MINUTE_MS);
});

test('a fast reader may rest for less than a minute, however fast it was before', () => {
  const rate = new LeastRate();
  const take = (bytes: number, ms: number) => {
    rate.sent(bytes);
    vi.advanceTimersByTime(ms);
    rate.taken();
  };
  take(1e9, 10);
  take(1e9, 59_000);
  take(1e9, 59_000);
  expect(rate.signal.aborted).toBe(false);
  take(1e9, 60_000);
  expect(rate.signal.aborted).toBe(true);
});

const holders = (...ids: string[]) => ids.map((id) => shareOf({ homeTenantId: id }));
const tooMany = expect.objectContaining({ code: 'rate_limited' });

test('a process runs as many exports at once as its limit allows, and the next begins when another ends', () => {
  const running = new RunningExports({ ofProcess: 3, ofHolder: 2 });
  const [end] = ['a', 'b', 'c'].map((holder) => running.begin(holders(holder)));
  expect(() => running.begin(holders('d'))).toThrow(tooMany);
  end?.();
  running.begin(holders('d'));
  expect(() => running.begin(holders('a'))).toThrow(tooMany);
});

test('each holder runs as many exports at once as its limit allows, and a refused export takes no place of another', () => {
  const running = new RunningExports({ ofProcess: 4, ofHolder: 2 });
  const [end] = [running.begin(holders('a', 'team')), running.begin(holders('b', 'team'))];
  for (let n = 0; n < 5; n += 1) expect(() => running.begin(holders('c', 'team'))).toThrow(tooMany);
  running.begin(holders('c'));
  end?.();
  running.begin(holders('d', 'team'));
});
