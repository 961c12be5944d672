import { setTimeout as sleep } from 'node:timers/promises';

const waiting: (() => void)[] = [];

/**
 * Waits for a tick of the event loop that no other long work uses. Long work comes in slices of a
 * few milliseconds, each in a tick of its own, so no request waits for all of it.
 */
export function ownTick(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/** About how long one slice may take. */
const SLICE_MS = 4;

/** The slices of one long work, which looks at the clock after each step. */
export class TimeSlices {
  #until = performance.now() + SLICE_MS;

  /** Begins a new slice if the present one has lasted long enough. */
  async pause(): Promise<void> {
    if (performance.now() < this.#until) return;
    await ownTick();
    this.#until = performance.now() + SLICE_MS;
  }
}

/** Does a piece of long work of the database, and then pauses as long as the piece took. */
export async function withPause<T>(piece: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  const result = await piece();
  await sleep(performance.now() - begin);
  return result;
}
