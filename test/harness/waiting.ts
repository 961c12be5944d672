import type pg from 'pg';

const LIMIT_MS = 15_000;

/** Who waits for a lock in this database, by process id, with a statement that holds `text`. */
export async function waitingBackends(sql: pg.Pool, text = ''): Promise<number[]> {
  // Not asked within a transaction, which would see the same picture again and again.
  const { rows } = await sql.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [`%${text}%`],
  );
  return rows.map(({ pid }) => pid);
}

/** Comes back once somebody waits. Without a timer, since tests may stand still in time. */
export async function waitingBackend(sql: pg.Pool, text?: string): Promise<number> {
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    const [pid] = await waitingBackends(sql, text);
    if (pid) return pid;
  }
  throw new Error('nobody waits for a lock');
}
