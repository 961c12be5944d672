import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/**
 * A notification costs as much as a change. So workers hear of the first job of a burst at once, and of
 * later jobs together, every 10 ms.
 */
const PAUSE_MS = 10;

/** The pools that are sending a notification, each with the number of jobs for the next one. */
const pendingJobs = new WeakMap<pg.Pool, number>();

/**
 * Notifies workers of committed jobs. The caller does not wait, and the notification may fail:
 * workers look for deliveries every second and for jobs every two seconds anyway.
 */
export function notifyWorkers(pool: pg.Pool, jobs: number): void {
  const waiting = pendingJobs.get(pool);
  if (waiting !== undefined) pendingJobs.set(pool, waiting + jobs);
  else void notifyUntilNoneWaits(pool, jobs);
}

async function notifyUntilNoneWaits(pool: pg.Pool, first: number): Promise<void> {
  for (let jobs = first; jobs > 0; jobs = pendingJobs.get(pool) ?? 0) {
    pendingJobs.set(pool, 0);
    const text = 'select notify_workers($1)';
    await pool.query({ name: 'notify workers', text, values: [jobs] }).catch(() => undefined);
    await sleep(PAUSE_MS);
  }
  pendingJobs.delete(pool);
}
