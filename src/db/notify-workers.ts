import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/**
 * The first job of a burst is announced at once, the others together: an announcement costs as much
 * as a change.
 */
const PAUSE_MS = 10;

/** How many jobs wait to be announced, for each pool that is announcing now. */
const untold = new WeakMap<pg.Pool, number>();

/**
 * Announces committed jobs to workers. The caller does not wait, and the announcement may fail:
 * workers look for deliveries each second and for jobs each two seconds anyway.
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
