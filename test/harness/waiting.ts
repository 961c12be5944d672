import type pg from 'pg';
import { inject } from 'vitest';

const LIMIT_MS = 60_000;

type Sql = pg.Pool | pg.Client;
type Waiting = { pid: number; query: string };

// Inside of a transaction, the view says anew who waits, but not for which statement: ask there without a `text`.
const whoWaits = `select pid, query from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** The processes that wait for a lock in this database, running a statement that contains `text`. */
export async function waitingBackends(sql: Sql, text = ''): Promise<number[]> {
  const { rows } = await sql.query<Waiting>(whoWaits);
  const all = [...rows, ...(inject('databaseServers').length > 1 ? await waitingOnNodes(sql) : [])];
  return all.filter(({ query }) => query.includes(text)).map(({ pid }) => pid);
}

/** In a cluster, the node that has the row locks it. The statements there name shards in place of tables. */
async function waitingOnNodes(sql: Sql): Promise<Waiting[]> {
  const { rows } = await sql.query<{ result: string }>(
    'select result from run_command_on_workers($1)',
    [`select coalesce(json_agg(w), '[]') from (${whoWaits}) w`],
  );
  return rows
    .flatMap(({ result }) => JSON.parse(result) as Waiting[])
    .map(({ pid, query }) => ({
      pid,
      query: query.toLowerCase().replaceAll(/\bpublic\.|"|_\d{6,}\b/g, ''),
    }));
}

/** Returns when a process waits for a lock. It uses no timer, because tests may stop the clock. */
export async function waitingBackend(sql: Sql, text?: string): Promise<number> {
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    const [pid] = await waitingBackends(sql, text);
    if (pid) return pid;
  }
  throw new Error('nobody waits for a lock');
}
