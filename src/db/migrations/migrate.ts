import path from 'node:path';
import { Logger as QueueLogger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from '../../shared/process/log.ts';
import { connectionName, isNewer, ownRelease } from '../../shared/process/own-release.ts';
import { advisoryLocks } from '../advisory-locks.ts';
import { placeNewTables } from '../placed-tables.ts';
import { createQueuePool } from '../pool.ts';
import { isSharded, prepareForSchema } from '../sharding.ts';
import { type Families, ownFamilies } from '../table-families.ts';
import {
  OLDEST_BESIDE,
  OutdatedError,
  raiseOldestBeside,
  readOldestBeside,
  requireNoOlder,
} from './beside.ts';
import { MigrationError } from './migration-error.ts';
import { applyMigration, findPending, noteApplied, readMigrations } from './migrations.ts';
import { isOnline, withinTransaction } from './online-migration.ts';
import { dropViews, planRenewal, type Renewal, readTexts, renewTexts } from './schema-texts.ts';
import { readNewSchema, requireSchema } from './takeover.ts';

export const schemaFolder = path.resolve(import.meta.dirname, '../../../prisma');

/**
 * The newest migration of the queue that our code was written for: prisma/functions/enqueue.sql,
 * enqueue_in_turn.sql, and the statement that drops a person's jobs (transaction.ts).
 */
const LAST_OF_QUEUE = 20;

const silentQueueLog = new QueueLogger(() => () => undefined);

/**
 * Makes PostgreSQL notice within a minute that the machine of this client is gone, and free its
 * lock. By default this takes two hours.
 */
const noticeLossSoon = `set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10;
  set tcp_keepalives_count = 3; set tcp_user_timeout = '60s'`;

type Options = {
  /** The folder with `migrations`, `functions` and `views`. */
  folder?: string;
  /** The version of the product that the texts belong to. */
  release?: string;
  /** The oldest release that can work with the texts and tables. */
  oldestBeside?: string;
  /** The families of the tables. */
  families?: Families;
  /** Migrates also while processes run that cannot work with the result. */
  despiteOlder?: boolean;
  /** Cuts the migrations short. What is not committed is rolled back. */
  stopping?: AbortSignal | undefined;
};

/**
 * Makes all tables, functions and views that the processes of this release need. Several processes may call
 * this at once. Our own code applies the migrations, because closed networks cannot download the engine that
 * Prisma's command needs.
 */
export function migrate(url: string, log: Logger, options: Options = {}): Promise<string[]> {
  const { stopping, ...rest } = options;
  return withMigrationClient({ url, log, stopping }, async (client) => {
    await client.query(noticeLossSoon);
    // Another process may migrate for minutes. The limit is set by a statement, because poolers refuse a
    // connection that brings such a setting.
    await client.query(`set lock_timeout = '10min'`);
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrating]);
    // This is asked under the lock, because `cli shard` holds the lock while it works.
    await prepareForSchema(client);
    const { applied, renewal } = await migrateOwn(client, log, rest);
    // The queue has its own migrations, in its own schema.
    await migrateQueue(url, log);
    await requireSupportedQueue(client, renewal);
    return applied;
  });
}

type Connecting = { url: string; log: Logger; stopping?: AbortSignal | undefined };

/** Opens a connection for the work, and ends it, with its transaction and locks, after the work or when `stopping` aborts. */
export async function withMigrationClient<R>(
  { url, log, stopping }: Connecting,
  work: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const client = migrationClient(url, log);
  const end = () =>
    client
      .end()
      .catch((err: unknown) =>
        log.debug({ err }, 'the connection of the migration could not be closed'),
      );
  const endAtOnce = () => void end();
  try {
    // A connection that is ended while it is being made never reports this. It fails by itself after five seconds.
    await client.connect();
    stopping?.throwIfAborted();
    stopping?.addEventListener('abort', endAtOnce, { once: true });
    return await work(client);
  } finally {
    stopping?.removeEventListener('abort', endAtOnce);
    await end();
  }
}

/** Migrates our own schema, and refuses while processes run that could not work with it. */
async function migrateOwn(
  client: pg.Client,
  log: Logger,
  { folder = schemaFolder, release = ownRelease, ...given }: Omit<Options, 'stopping'>,
): Promise<{ applied: string[]; renewal: Renewal }> {
  const migrations = await readMigrations(path.join(folder, 'migrations'));
  const { oldestBeside: oldest = OLDEST_BESIDE, despiteOlder = false } = given;
  const { families = ownFamilies } = given;
  const kept = await readOldestBeside(client);
  if (kept !== undefined && isNewer(kept, release)) throw new OutdatedError(release, kept);
  const texts = await readTexts(folder);
  const renewal = await planRenewal(client, texts, release);
  const { former } = renewal;
  const { pending: unapplied, isEmpty, takesOver } = await findPending(client, migrations, former);
  // In a database with data, a worker applies the online migrations (`startOnlineMigrations`).
  const pending = isEmpty
    ? unapplied.map(withinTransaction)
    : unapplied.filter((migration) => !isOnline(migration));
  const beside = { oldest, despiteOlder, log };
  if (!isEmpty) await requireNoOlder(client, beside);
  const isRaised = kept !== undefined && isNewer(oldest, kept);
  if (pending.length > 0 || renewal.isNeeded || isRaised) {
    await inTransaction(client, async () => {
      // This is read before tables are locked, because it takes a while.
      const schema = takesOver && (await readNewSchema(client, { pending, texts, release }));
      const viewsDropped = pending.length > 0 || renewal.changesViews;
      if (viewsDropped) await dropViews(client, renewal);
      for (const migration of pending) {
        const isThere = takesOver && migration === migrations[0];
        await (isThere ? noteApplied(client, migration) : applyMigration(client, migration));
        if (!isThere && isSharded(client)) await placeNewTables(client, migration, families);
      }
      await renewTexts(client, renewal, { release, viewsDropped });
      if (schema) await requireSchema(client, schema);
      await raiseOldestBeside(client, oldest);
    });
    // An older process may have started in the meantime.
    if (!isEmpty) await requireNoOlder(client, beside);
  }
  const applied = pending.map(({ name }) => name);
  for (const migration of applied) log.info({ migration }, 'migration applied');
  for (const { kind, name } of renewal.changed)
    log.info({ [kind]: name }, 'function or view replaced');
  return { applied, renewal };
}

async function migrateQueue(url: string, log: Logger): Promise<void> {
  const pool = createQueuePool(url, { max: 1, log });
  try {
    await runMigrations({ pgPool: pool, logger: silentQueueLog });
  } finally {
    await pool.end();
  }
}

export function migrationClient(url: string, log: Logger): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: connectionName('migrate'),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Without a listener a connection lost between two statements would end the process.
  client.on('error', (err) => log.warn({ err }, 'the connection was lost while migrating'));
  return client;
}

/**
 * Refuses a version of the queue's tables for which enqueue() was not written. enqueue() writes to these
 * tables itself, because the queue's own function costs too much. If a newer release has replaced
 * enqueue(), that release knows the tables.
 */
async function requireSupportedQueue(client: pg.Client, { own }: Renewal): Promise<void> {
  if (!own.some(({ name }) => name === 'enqueue')) return;
  const { rows } = await client.query<{ last: number }>(
    'select max(id) as last from graphile_worker.migrations',
  );
  const last = rows[0]?.last;
  if (last === LAST_OF_QUEUE) return;
  // A developer who installs a newer graphile-worker first compares its add_jobs() with both functions.
  throw new MigrationError(
    `The tables of the job queue have version ${last}, and this release writes those of version ${LAST_OF_QUEUE}`,
  );
}

/**
 * Runs the work in one transaction. While a statement waits for a lock, requests queue behind it. So the
 * statement gives up soon, and the caller tries again. The limit is below `deadlock_timeout` (1 s), after
 * which PostgreSQL might cancel a request instead of the migration.
 */
async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '500ms'`);
    await work();
    await client.query('commit');
  } catch (error) {
    // A lost connection has rolled back already.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
