import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/**
 * A notification costs as much as a change. So the first one of a burst is sent at once, and later ones together,
 * every 10 ms.
 */
const PAUSE_MS = 10;

/** What the next notification tells. */
type Pending = { jobs: number; tenants: Set<string> };

/** The pools that are sending a notification, each with the next one. */
const pending = new WeakMap<pg.Pool, Pending>();

/**
 * Notifies workers of committed jobs. The caller does not wait, and the notification may fail:
 * workers look for deliveries every second and for jobs every two seconds anyway.
 */
export function notifyWorkers(pool: pg.Pool, jobs: number): void {
  if (jobs > 0) notify(pool, jobs, []);
}

/** Notifies the calls that wait for events of these teams. They look every second anyway. */
export function notifyReaders(pool: pg.Pool, tenantIds: readonly string[]): void {
  if (tenantIds.length > 0) notify(pool, 0, tenantIds);
}

function notify(pool: pg.Pool, jobs: number, tenantIds: readonly string[]): void {
  const next = pending.get(pool);
  if (!next) {
    void notifyUntilNoneWaits(pool, { jobs, tenants: new Set(tenantIds) });
    return;
  }
  next.jobs += jobs;
  for (const id of tenantIds) next.tenants.add(id);
}

async function notifyUntilNoneWaits(pool: pg.Pool, first: Pending): Promise<void> {
  for (let next = first; next.jobs > 0 || next.tenants.size > 0; ) {
    const following = { jobs: 0, tenants: new Set<string>() };
    pending.set(pool, following);
    await Promise.all([tellWorkers(pool, next.jobs), tellReaders(pool, [...next.tenants])]);
    await sleep(PAUSE_MS);
    next = following;
  }
  pending.delete(pool);
}

async function tellWorkers(pool: pg.Pool, jobs: number): Promise<void> {
  if (jobs === 0) return;
  const text = 'select notify_workers($1)';
  await pool.query({ name: 'notify workers', text, values: [jobs] }).catch(() => undefined);
}

async function tellReaders(pool: pg.Pool, tenantIds: string[]): Promise<void> {
  if (tenantIds.length === 0) return;
  const text = 'select notify_readers($1)';
  await pool.query({ name: 'notify readers', text, values: [tenantIds] }).catch(() => undefined);
}
