import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 60_000;

/** Waits for a condition. If it does not come true in time, fails and names it. */
export async function until(what: string, holds: () => unknown, limitMs = LIMIT_MS): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within ${limitMs / 1000} s: ${what}`);
    await sleep(20);
  }
}
