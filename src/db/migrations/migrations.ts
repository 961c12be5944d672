import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { ownRelease } from '../../shared/process/own-release.ts';
import { MigrationError, runText } from './migration-error.ts';

// The table has the columns of Prisma's own table. So `prisma migrate deploy` and our migrations can
// take turns.
export const PRISMA_TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

/** The release with whose tables the migrations begin, and the last of its own migrations. */
export const BASELINE_RELEASE = '0.30.0';
const LAST_BEFORE_BASELINE = '20270211000000_fewer_checks_at_each_write';

export type Migration = { name: string; sql: string; checksum: string };
type Applied = { migration_name: string; checksum: string; finished_at: Date | null };

/** The migrations in the order in which they are applied. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(path.join(folder, name, 'migration.sql'));
      return { name, sql: bytes.toString(), checksum: checksumOf(bytes) };
    }),
  );
}

export function checksumOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export type Pending = {
  /** The migrations that are not applied yet. */
  pending: Migration[];
  /** The database has no tables yet. */
  isEmpty: boolean;
  /** The database has the tables of the first migration, but not its row (`takeover.ts`). */
  takesOver: boolean;
};

/**
 * Finds the migrations that are not applied yet. If a newer version has applied migrations that this version
 * does not know, they are ignored. `former` is the release that migrated the database last.
 */
export async function findPending(
  client: pg.Client,
  migrations: Migration[],
  former = ownRelease,
): Promise<Pending> {
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
  const isEmpty = applied.size === 0;
  const [baseline] = migrations;
  const takesOver = !isEmpty && baseline !== undefined && !applied.has(baseline.name);
  if (takesOver && !applied.has(LAST_BEFORE_BASELINE)) {
    throw new MigrationError(
      `This database is of a release before ${BASELINE_RELEASE}. Start release ${BASELINE_RELEASE} first, and wait until its worker has no online migration left`,
    );
  }
  const changed = migrations.find((m) => (applied.get(m.name) ?? m.checksum) !== m.checksum);
  if (changed) {
    throw new MigrationError(
      `Migration ${changed.name} was changed after it was applied. Take prisma/migrations from an unchanged copy of release ${former}, the last to migrate this database ("diff --recursive" shows the change). Edit neither a file there nor the table _prisma_migrations`,
    );
  }
  const pending = migrations.filter(({ name }) => !applied.has(name));
  return { pending, isEmpty, takesOver };
}

export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  await runMigration(client, migration);
  await noteApplied(client, migration);
}

export const runMigration = (client: pg.Client, { name, sql }: Migration): Promise<void> =>
  runText(client, `Migration ${name}`, sql);

export async function noteApplied(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), migration.checksum, migration.name],
  );
}
