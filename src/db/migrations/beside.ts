import type pg from 'pg';
import type { Logger } from '../../shared/process/log.ts';
import { isNewer, ownRelease } from '../../shared/process/own-release.ts';
import { MigrationError } from './migration-error.ts';

/**
 * The oldest release whose processes can work with the tables, functions and views of this release. A change that
 * takes something away from older ones raises it (`test/db/beside.test.ts`). The process that migrates writes it into
 * `oldest_beside`. No migration does this: functions go without one, and a start must refuse before it migrates.
 */
export const OLDEST_BESIDE = '0.30.0';

/** A newer release has changed the database, and this release cannot work with it any more. */
export class OutdatedError extends MigrationError {
  override name = 'OutdatedError';

  constructor(release: string, oldest: string) {
    super(
      `A newer release has changed this database: it takes ${oldest} and newer, and this is ${release}. Start the newer release, or run what its changelog names for the way back`,
    );
  }
}

/** The release that the database keeps. Undefined before the first migration. */
export async function readOldestBeside(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(
    "select from pg_class where oid = to_regclass('oldest_beside')",
  );
  if (rows.length === 0) return undefined;
  const kept = await client.query<{ release: string }>('select release from oldest_beside');
  return kept.rows[0]?.release ?? '0.0.0';
}

/** Keeps the release, unless a newer one is kept already. */
export async function raiseOldestBeside(client: pg.Client, oldest: string): Promise<void> {
  const kept = await readOldestBeside(client);
  if (kept === undefined || !isNewer(oldest, kept)) return;
  await client.query(
    `insert into oldest_beside (release) values ($1)
     on conflict (is_only) do update set release = excluded.release`,
    [oldest],
  );
}

type Beside = {
  oldest: string;
  /** Starts all the same. */
  despiteOlder: boolean;
  log: Logger;
};

/** Refuses while a process lives that is older than the database will allow. */
export async function requireNoOlder(client: pg.Client, beside: Beside): Promise<void> {
  const { oldest, despiteOlder, log } = beside;
  const older = await olderProcesses(client, oldest);
  if (older.length === 0) return;
  if (!despiteOlder) {
    throw new MigrationError(
      `An older process runs: ${older.join('; ')}. It cannot work with the database of ${ownRelease}, which takes ${oldest} and newer. Stop it, or start with --despite-older`,
    );
  }
  log.warn({ older }, 'the database is migrated despite older processes');
}

async function olderProcesses(client: pg.Client, oldest: string): Promise<string[]> {
  if ((await readOldestBeside(client)) === undefined) return [];
  const { rows } = await client.query<{ release: string; host: string; pid: number }>(
    `select release, host, pid from process where renewed_at > now() - interval '20 s'
     order by started_at`,
  );
  return rows
    .filter(({ release }) => isNewer(oldest, release))
    .map(({ release, host, pid }) => `${release} on ${host} (process ${pid})`);
}
