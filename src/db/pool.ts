import pg from 'pg';
import type { Logger } from '../shared/process/log.ts';
import { connectionName } from '../shared/process/own-release.ts';
import { Client } from './client.ts';
import { requireSettings } from './pooler.ts';
import { askSharding, isOfNode } from './sharding.ts';

const INT8 = 20;
const DATE = 1082;
const TEXT_ARRAY: number = 1009;
const readTextArray = pg.types.getTypeParser(TEXT_ARRAY);

/** pg reads an array character by character. One of plain words, such as scopes, needs only a split. */
function readTexts(text: string): string[] {
  const isPlain = text.length > 2 && !/["\\{]|null/i.test(text.slice(1));
  return isPlain ? text.slice(1, -1).split(',') : readTextArray(text);
}

// A count becomes a JSON number. A day stays text, because it has no time zone. A numeric stays
// exact text.
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === INT8) return Number;
    if (oid === DATE) return String;
    if (oid === TEXT_ARRAY) return readTexts;
    return pg.types.getTypeParser(oid, format);
  },
};

/** `generic`: each connection plans a statement once. `auto`: PostgreSQL decides, as Citus needs it. */
export type Plans = 'generic' | 'auto';

export type PoolOptions = {
  max: number;
  name: string;
  log: Logger;
  /** No time limit, for statements that set their own limit or need none. */
  patient?: true;
  /** If it is not set: `auto` in a sharded database, and otherwise `generic`. */
  plans?: Plans | undefined;
  /** Forbids reading whole tables. Without it, the planner would read them for arrays of unknown length. */
  byIndex?: true;
  /** A connection is closed when PostgreSQL has not answered for this long. */
  silenceMs?: number;
  /** True if the address is that of a pooler in transaction mode. */
  pooled?: boolean;
};

/**
 * PostgreSQL cancels a statement after this limit. A server that is frozen or unreachable cannot do this:
 * then we close the connection after a second, longer limit (D35).
 */
export const STATEMENT_LIMIT_MS = 25_000;
const SILENCE_LIMIT_MS = 28_000;
/** A request that waits longer for a connection gets 503 (D83). */
const CONNECTION_LIMIT_MS = 5_000;

// A plan that was made while the table was empty would read the whole table for ever. The estimated cost of a
// kept plan grows with the table. From some cost on, PostgreSQL would compile the plan at each call (jit),
// which takes a hundred times longer than running it.
const always = {
  statement_timeout: String(STATEMENT_LIMIT_MS),
  timezone: 'UTC',
  enable_seqscan: 'off',
  jit: 'off',
};
// The statements are written for one plan (page-plans.test.ts). Planning a page at each call would
// cost as much as reading it.
const plannedOnce = { plan_cache_mode: 'force_generic_plan' };
const byIndexAlone = {
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/**
 * The settings are applied once the connection is open, because poolers refuse a connection with
 * such settings.
 */
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

type Planning = Pick<PoolOptions, 'plans' | 'byIndex'>;

function settingsFor({ plans, byIndex }: Planning, sharded: boolean) {
  if (sharded && plans === 'generic') throw new PlansError();
  return {
    ...always,
    ...((plans ?? 'generic') === 'generic' && !sharded ? plannedOnce : {}),
    ...(byIndex ? byIndexAlone : {}),
  };
}

/** The error if the setting `plans` would make each statement about a distributed table fail. */
export class PlansError extends Error {
  override name = 'PlansError';

  constructor() {
    super(
      'DATABASE_PLANS is generic, and the database is sharded: Citus cannot plan once for all teams. Leave DATABASE_PLANS out, or set it to auto.',
    );
  }
}

/** pg's pool closes a connection after each error of a statement. This one keeps it if a node is away. */
class Pool extends pg.Pool {
  // pg declares many signatures for `query`. This one stands for all of them.
  override query = (async (...statement: Parameters<pg.Client['query']>) => {
    const client = await this.connect();
    let broken: Error | undefined;
    const lose = (error: Error): void => {
      broken = error;
    };
    // Without a listener, a connection lost between two answers would end the process.
    client.on('error', lose);
    try {
      return await client.query(...statement);
    } catch (error) {
      if (!isOfNode(client, error)) broken = error as Error;
      throw error;
    } finally {
      client.off('error', lose);
      client.release(broken);
    }
  }) as pg.Pool['query'];
}

export function createPool(url: string, options: PoolOptions): pg.Pool {
  const { max, name, log, patient, silenceMs, pooled } = options;
  const pool = new Pool({
    Client,
    connectionString: url,
    max,
    types,
    application_name: name,
    connectionTimeoutMillis: CONNECTION_LIMIT_MS,
    onConnect: async (client) => {
      const sharded = await askSharding(client, CONNECTION_LIMIT_MS);
      const settings = settingsFor(options, sharded);
      await (pooled ? requireSettings : applySettings)(client, settings);
    },
    ...(patient ? {} : { query_timeout: silenceMs ?? SILENCE_LIMIT_MS }),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  // Without a listener, the loss of an idle connection would end the process.
  pool.on('error', (err) => {
    if (!pool.ending) log.warn({ err }, 'an idle database connection was lost');
  });
  return pool;
}

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * Lets graphile-worker 0.18 give a connection back twice, as it does if the connection is lost while it waits for the
 * answer to LISTEN and its runner ends. pg's pool throws then, and nobody would catch the error.
 */
class QueuePool extends pg.Pool {
  override connect = ((connected?: Connected) => {
    if (!connected) return super.connect();
    return super.connect((error, client, release) => {
      if (!client) return connected(error, client, release);
      let isReleased = false;
      connected(error, client, (broken) => {
        if (isReleased) return;
        isReleased = true;
        release(broken);
      });
    });
  }) as pg.Pool['connect'];
}

/**
 * A pool for the queue. It leaves the planning to PostgreSQL. It has no time limit, because LISTEN
 * would exceed any.
 */
export function createQueuePool(
  url: string,
  { max, log }: Pick<PoolOptions, 'max' | 'log'>,
): pg.Pool {
  const pool = new QueuePool({
    connectionString: url,
    max,
    application_name: connectionName('worker queue'),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  pool.on('error', (err) => {
    if (!pool.ending) log.warn({ err }, 'an idle database connection was lost');
  });
  // A connection may be lost while somebody uses it and no statement waits for an answer.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
