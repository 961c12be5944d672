import { computedMs } from './computed-ms.ts';

/**
 * The longest turn of the event loop, in CPU time, until the work is done. `eachTurn` is called between the
 * turns.
 */
export async function longestTurn(
  work: Promise<unknown>,
  eachTurn: () => void = () => undefined,
): Promise<number> {
  let isDone = false;
  let longest = 0;
  void work.finally(() => {
    isDone = true;
  });
  for (let last = computedMs(); !isDone; ) {
    await new Promise(setImmediate);
    eachTurn();
    const now = computedMs();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}

/** The least of three runs. Slow code is slow in each; a garbage collection or another process is not. */
export async function leastOfThree(answer: () => Promise<unknown>): Promise<number> {
  const turns: number[] = [];
  for (let n = 0; n < 3; n++) turns.push(await longestTurn(answer()));
  return Math.min(...turns);
}
