import pg from 'pg';
import type { Logger } from '../shared/log.ts';

const INT8 = 20;
const DATE = 1082;

// A count must be a JSON number and a calendar day has no time zone; numeric stays exact text.
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === INT8) return Number;
    if (oid === DATE) return String;
    return pg.types.getTypeParser(oid, format);
  },
};

/** `generic`: planned once for each connection. `auto`: as PostgreSQL sees fit. */
export type Plans = 'generic' | 'auto';

export type PoolOptions = {
  max: number;
  name: string;
  log: Logger;
  /** For statements that set their own limit, or none. */
  patient?: true;
  plans?: Plans;
  /** For statements over arrays of unknown length: the planner would rather read whole tables. */
  byIndex?: true;
};

/**
 * D35. PostgreSQL ends a statement itself; a server that has frozen, or that the network has lost,
 * ends nothing: then the connection is given up here.
 */
const STATEMENT_LIMIT_MS = 25_000;
const SILENCE_LIMIT_MS = 28_000;
/** D83: waiting longer for a connection is an answer of its own, 503. */
const CONNECTION_LIMIT_MS = 5_000;

// A plan that is made while its table is empty would read the whole of it for good. And what a kept
// plan seems to cost grows with the table, whatever it costs: compiling it anew for each call (jit)
// would take a hundred times longer than running it.
const always = {
  statement_timeout: String(STATEMENT_LIMIT_MS),
  timezone: 'UTC',
  enable_seqscan: 'off',
  jit: 'off',
};
// The statements are written for one plan (page-plans.test.ts), and planning a page anew for each call
// costs as much as reading it.
const plannedOnce = { plan_cache_mode: 'force_generic_plan' };
const byIndexAlone = {
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/** Set once the connection is there: poolers refuse a connection that brings such settings with it. */
async function applySettings(
  client: Pick<pg.ClientBase, 'query'>,
  settings: Record<string, string>,
): Promise<void> {
  const query = {
    text: 'select set_config(name, value, false) from unnest($1::text[], $2::text[]) s (name, value)',
    values: [Object.keys(settings), Object.values(settings)],
    query_timeout: CONNECTION_LIMIT_MS,
  };
  await client.query(query);
}

export function createPool(
  url: string,
  { max, name, log, patient, plans = 'generic', byIndex }: PoolOptions,
): pg.Pool {
  const settings = {
    ...always,
    ...(plans === 'generic' ? plannedOnce : {}),
    ...(byIndex ? byIndexAlone : {}),
  };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: name,
    connectionTimeoutMillis: CONNECTION_LIMIT_MS,
    onConnect: (client) => applySettings(client, settings),
    ...(patient ? {} : { query_timeout: SILENCE_LIMIT_MS }),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // A statement need not wait for the answer to the one before: what is sent together saves the
    // way there and back, and waking the other side up.
    pipeline: true,
  });
  // Without a listener a connection lost while idle would end the process.
  pool.on('error', (err) => {
    if (!pool.ending) log.warn({ err }, 'an idle database connection was lost');
  });
  return pool;
}

/** For the queue, whose statements are its own: planned as they come, and with time for LISTEN. */
export function createQueuePool(
  url: string,
  { max, log }: Pick<PoolOptions, 'max' | 'log'>,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'team-api worker queue',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  pool.on('error', (err) => {
    if (!pool.ending) log.warn({ err }, 'an idle database connection was lost');
  });
  // One that is in use, and for which nobody waits at this moment.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
