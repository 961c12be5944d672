import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** The first of a burst is told of at once, the others together: telling costs what a change costs. */
const PAUSE_MS = 10;

/** How many jobs each pool has not told of yet, while it is telling of others. */
const untold = new WeakMap<pg.Pool, number>();

/**
 * Tells workers of jobs that have been committed. Nobody waits for it, and it may fail: workers look
 * by themselves, for deliveries each second and for jobs each two.
 */
export function notifyWorkers(pool: pg.Pool, jobs: number): void {
  const waiting = untold.get(pool);
  if (waiting !== undefined) untold.set(pool, waiting + jobs);
  else void tell(pool, jobs);
}

async function tell(pool: pg.Pool, first: number): Promise<void> {
  for (let jobs = first; jobs > 0; jobs = untold.get(pool) ?? 0) {
    untold.set(pool, 0);
    const text = 'select notify_workers($1)';
    await pool.query({ name: 'notify workers', text, values: [jobs] }).catch(() => undefined);
    await sleep(PAUSE_MS);
  }
  untold.delete(pool);
}
