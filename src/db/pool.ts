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

export type PoolOptions = {
  max: number;
  name: string;
  log: Logger;
  /** For statements that set their own limit, or none. */
  patient?: true;
  /** For statements over arrays of unknown length: the planner would rather read whole tables. */
  byIndex?: true;
};

/**
 * D35. PostgreSQL ends a statement itself; a server that has frozen, or that the network has lost,
 * ends nothing: then the connection is given up here.
 */
const STATEMENT_LIMIT_MS = 25_000;
const SILENCE_LIMIT_MS = 28_000;

// A plan that is made while its table is empty would read the whole of it for good. And what a kept
// plan seems to cost grows with the table, whatever it costs: compiling it anew for each call (jit)
// would take a hundred times longer than running it.
const ALWAYS =
  '-c timezone=UTC -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off';
const BY_INDEX = ['bitmapscan', 'sort', 'hashjoin', 'mergejoin']
  .map((way) => `-c enable_${way}=off`)
  .join(' ');

export function createPool(
  url: string,
  { max, name, log, patient, byIndex }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: name,
    // D83: waiting longer for a connection is an answer of its own, 503.
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_LIMIT_MS,
    ...(patient ? {} : { query_timeout: SILENCE_LIMIT_MS }),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // A statement need not wait for the answer to the one before: what is sent together saves the
    // way there and back, and waking the other side up.
    pipeline: true,
    // Planned once for each connection: the statements are written for one plan (page-plans.test.ts),
    // and planning a page anew for each call costs as much as reading it.
    options: byIndex ? `${ALWAYS} ${BY_INDEX}` : ALWAYS,
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
