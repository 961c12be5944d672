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
