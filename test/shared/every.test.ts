import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { every } from '../../src/shared/time/every.ts';

const silent = { log: createLogger('silent'), name: 'work', failed: () => undefined };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('work begins at once, and again after each interval, but never while a round is running', async () => {
  const rounds: PromiseWithResolvers<void>[] = [];
  const work = () => {
    const round = Promise.withResolvers<void>();
    rounds.push(round);
    return round.promise;
  };
  const loop = every(1_000, work, silent);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(rounds).toHaveLength(1);
  rounds[0]?.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toHaveLength(2);
  rounds[1]?.resolve();
  await loop.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(rounds).toHaveLength(2);
});

test('a row of failures is logged once, and so is its end', async () => {
  const logged: string[] = [];
  const results = ['a', 'b', null, null, 'c'];
  const work = async () => {
    const result = results.shift();
    if (typeof result === 'string') throw new Error(result);
  };
  const loop = every(1_000, work, {
    ...silent,
    log: { info: (_: object, text: string) => logged.push(text) } as never,
    failed: (err) => logged.push(String(err)),
  });
  await vi.advanceTimersByTimeAsync(4_000);
  await loop.stop();
  expect(logged).toEqual(['Error: a', 'repeated work goes on after a failure', 'Error: c']);
});

test('a stop aborts the signal, and waits for the running round', async () => {
  const ended = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  const work = (stopping: AbortSignal) => {
    signal = stopping;
    return ended.promise;
  };
  const stopped = every(1_000, work, silent).stop();
  const isStopped = vi.fn();
  void stopped.then(isStopped);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([signal?.aborted, isStopped.mock.calls]).toEqual([true, []]);
  ended.resolve();
  await stopped;
});
