import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Logger as QueueLogger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from '../shared/log.ts';

// Prisma's own lock and Prisma's own table, column for column: `prisma migrate deploy` and this
// runner can follow each other, and wait for each other.
const PRISMA_LOCK = 72_707_369;
const PRISMA_TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

const ownFolder = path.resolve(import.meta.dirname, '../../prisma/migrations');

const silentQueueLog = new QueueLogger(() => () => undefined);

type Migration = { name: string; sql: string; checksum: string };
type Applied = { migration_name: string; checksum: string; finished_at: Date | null };

export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Brings the database up to date, offline; several processes may do so at once. */
export async function migrate(url: string, log: Logger, folder = ownFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'team-api migrate',
    connectionTimeoutMillis: 5_000,
    // Whoever waits here waits for another process that migrates.
    lock_timeout: 10 * 60_000,
  });
  // Without a listener a connection lost between two statements would end the process.
  client.on('error', (err) => log.warn({ err }, 'the connection was lost while migrating'));
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [PRISMA_LOCK]);
    const pending = await findPending(client, migrations);
    for (const migration of pending) {
      await apply(client, migration);
      log.info({ migration: migration.name }, 'migration applied');
    }
    // The queue has migrations of its own, in a schema of its own.
    await runMigrations({ connectionString: url, logger: silentQueueLog });
    return pending.map((migration) => migration.name);
  } finally {
    // Ending the session also gives the lock back.
    await client.end().catch((err: unknown) => log.debug({ err }, 'closing after migrating'));
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(path.join(folder, name, 'migration.sql'));
      const checksum = createHash('sha256').update(bytes).digest('hex');
      return { name, sql: bytes.toString(), checksum };
    }),
  );
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(PRISMA_TABLE);
  const { rows } = await client.query<Applied>(
    'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null',
  );
  const failed = rows.find((row) => row.finished_at === null);
  if (failed) {
    throw new MigrationError(
      `Migration ${failed.migration_name} was begun by another tool and not finished; see "prisma migrate resolve"`,
    );
  }
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  const changed = migrations.find((m) => (applied.get(m.name) ?? m.checksum) !== m.checksum);
  if (changed) {
    throw new MigrationError(
      `Migration ${changed.name} was changed after it was applied; restore its file and write a new migration instead`,
    );
  }
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const startedAt = new Date();
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query(
      `insert into _prisma_migrations
         (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name, startedAt],
    );
    await client.query('commit');
  } catch (error) {
    // A lost connection has rolled back already. What passes is what the caller must see: it may try again.
    await client.query('rollback').catch(() => undefined);
    if (!(error instanceof pg.DatabaseError) || isPassing(error)) throw error;
    throw new MigrationError(`Migration ${migration.name} failed: ${error.message}`, {
      cause: error,
    });
  }
}

/** The connection was lost, or others hold what is to be changed. */
function isPassing(error: pg.DatabaseError): boolean {
  return /^(08|57|40P01|55P03)/.test(error.code ?? '');
}
