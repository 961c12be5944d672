const waiting: (() => void)[] = [];

/**
 * Waits for a turn of the event loop that no other long work uses. Long work comes in pieces of a
 * few milliseconds, each in a turn of its own, so no request waits for all of it.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/** About how long one turn of the event loop may take. */
const TURN_MS = 4;

/** The turns of one long work, which looks at the clock after each piece. */
export class Turns {
  #until = performance.now() + TURN_MS;

  /** Waits for a new turn if the present one has lasted long enough. */
  async pause(): Promise<void> {
    if (performance.now() < this.#until) return;
    await ownTurn();
    this.#until = performance.now() + TURN_MS;
  }
}
