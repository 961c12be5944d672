import { afterAll, beforeAll } from 'vitest';
import type { AtEnd } from './spawned.ts';

/**
 * Starts something once for all tests of a file or group. `atEnd` registers functions that end it afterwards. They run
 * in reverse order.
 */
export function useShared<T>(start: (atEnd: AtEnd) => Promise<T>): () => T {
  let started: { value: T } | undefined;
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    started = { value: await start((end) => void ends.unshift(end)) };
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return () => {
    if (!started) throw new Error('It is there only while tests run');
    return started.value;
  };
}
