import type pg from 'pg';
import { vi } from 'vitest';

/**
 * Begins `second` while `first` has done its work but not committed, and lets `first` commit only
 * when somebody waits for it. What `second` came to, a refusal included.
 */
export async function overlap(
  pool: pg.Pool,
  first: (hold: () => Promise<void>) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<unknown> {
  const gate = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const committed = first(() => {
    done.resolve();
    return gate.promise;
  });
  await Promise.race([done.promise, committed]);
  const outcome = second().catch((error: unknown) => error);
  try {
    await vi.waitUntil(() => someoneWaits(pool), { timeout: 10_000, interval: 5 });
  } finally {
    gate.resolve();
    await Promise.allSettled([committed, outcome]);
  }
  await committed;
  return outcome;
}

async function someoneWaits(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_locks l join pg_stat_activity a using (pid)
     where not l.granted and a.datname = current_database()`,
  );
  return (rowCount ?? 0) > 0;
}
