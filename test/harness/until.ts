import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';

const LIMIT_MS = 30_000;

// A test that waits in vain fails by the limit above, which names the condition, and not by its own.
vi.setConfig({ testTimeout: 90_000 });

/** Waits for a condition, and fails with its name. */
export async function until(what: string, holds: () => unknown, limitMs = LIMIT_MS): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await sleep(20);
  }
}
