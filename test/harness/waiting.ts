import type pg from 'pg';

const LIMIT_MS = 60_000;

/** The processes that wait for a lock in this database, with a statement that contains `text`. */
export async function waitingBackends(sql: pg.Pool, text = ''): Promise<number[]> {
  // Asked outside a transaction, which would see the same snapshot again and again.
  const { rows } = await sql.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [`%${text}%`],
  );
  return rows.map(({ pid }) => pid);
}

/** Returns once a process waits for a lock. Uses no timer, since tests may stop the clock. */
export async function waitingBackend(sql: pg.Pool, text?: string): Promise<number> {
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    const [pid] = await waitingBackends(sql, text);
    if (pid) return pid;
  }
  throw new Error('nobody waits for a lock');
}
