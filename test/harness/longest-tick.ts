import { computedMs } from './computed-ms.ts';

/**
 * The longest tick of the event loop, in CPU time, until the work is done. `eachTick` is called between the
 * turns.
 */
export async function longestTick(
  work: Promise<unknown>,
  eachTick: () => void = () => undefined,
): Promise<number> {
  let isDone = false;
  let longest = 0;
  void work.finally(() => {
    isDone = true;
  });
  for (let last = computedMs(); !isDone; ) {
    await new Promise(setImmediate);
    eachTick();
    const now = computedMs();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}

/** The least of three runs. Slow code is slow in each; a garbage collection or another process is not. */
export async function leastOfThree(answer: () => Promise<unknown>): Promise<number> {
  const ticks: number[] = [];
  for (let n = 0; n < 3; n++) ticks.push(await longestTick(answer()));
  return Math.min(...ticks);
}
