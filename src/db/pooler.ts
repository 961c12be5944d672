import type pg from 'pg';

/** How long a new connection may take to tell its settings. */
const LIMIT_MS = 5_000;

/**
 * Requires that the pooler has made the settings. The pooler lends each of its connections to many of ours in
 * turn, so our connections cannot set anything for longer than a transaction. LISTEN and locks beyond a transaction use
 * DATABASE_SESSION_URL.
 */
export async function requireSettings(
  client: Pick<pg.ClientBase, 'query'>,
  settings: Record<string, string>,
): Promise<void> {
  const query = {
    text: `select s.name from unnest($1::text[], $2::text[]) s (name, value)
      join pg_settings p using (name) where p.setting <> s.value`,
    values: [Object.keys(settings), Object.values(settings)],
    query_timeout: LIMIT_MS,
  };
  const { rows } = await client.query<{ name: string }>(query);
  if (rows.length === 0) return;
  const missing = rows.map(({ name }) => name);
  throw new PoolerError(missing, connectQuery(settings));
}

/** Connections of the pooler lack settings. Its operator must change its configuration. */
export class PoolerError extends Error {
  constructor(missing: string[], query: string) {
    super(
      `The pooler of DATABASE_URL has connections without these settings: ${missing.join(', ')}. If it is PgBouncer, add connect_query='${query}' to the line of this database in its configuration, and restart it.`,
    );
    this.name = 'PoolerError';
  }
}

/** What PgBouncer must run on each new connection to PostgreSQL. */
function connectQuery(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} to ${value}`)
    .join('; ');
}
