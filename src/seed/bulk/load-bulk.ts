import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type pg from 'pg';
import { newId } from '../../db/ids.ts';
import { TeamDb } from '../../db/team-db.ts';
import { acrossTeams, withTransaction } from '../../db/transaction.ts';
import { keepSums, keptUntil, SESSIONS_TO_KEEP_SUMS } from '../../features/analytics/keep-sums.ts';
import { installCatalog } from '../../features/catalog/install-catalog.ts';
import { UsageError } from '../../shared/errors/usage-error.ts';
import { insertKeys, type LoadedKey, writeKeys } from './keys.ts';
import type { LoadRun, LoadSize } from './size.ts';
import {
  assignments,
  completions,
  connections,
  deals,
  evaluations,
  membersOf,
  people,
  teamsOfPeople,
  trainings,
} from './statements.ts';

const SPARE_SEATS = 100;

export type Loaded = {
  teams: number;
  keys: number;
  rows: number;
  seconds: number;
  file: string;
};

/** Loads data for measurements with set-based statements, in one transaction. */
export async function loadBulk(
  pool: pg.Pool,
  size: LoadSize,
  path: string,
  now: Date,
): Promise<Loaded> {
  const startedAt = performance.now();
  const file = await openFile(path);
  try {
    await file.chmod(0o600);
    await acrossTeams(pool, installCatalog);
    const tenantIds = Array.from({ length: size.teams }, () => newId('ten', now));
    const run = { ...size, salt: randomBytes(16).toString('hex'), tenantIds, now };
    const { keys, rows } = await withTransaction(pool, (client) => fill(client, run));
    await writeKeys(file, pool, keys, tenantIds);
    await analyze(pool);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    return { teams: size.teams, keys: keys.length, rows, seconds, file: path };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w', 0o600);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`load: --out cannot be written (${reason})`);
  }
}

async function fill(
  client: pg.PoolClient,
  run: LoadRun,
): Promise<{ keys: LoadedKey[]; rows: number }> {
  await client.query('set local statement_timeout = 0');
  await trustForeignKeys(client);
  await client.query(
    `insert into tenant (id, name, plan, seats, rate_limit_per_min, created_at)
     select t.id, 'Load ' || t.no, 'team', $2, $3, $4
     from unnest($1::text[]) with ordinality as t (id, no)`,
    [run.tenantIds, run.members + SPARE_SEATS, run.rateLimit, run.now],
  );
  // If `trustForeignKeys` has switched triggers off, the one that makes feeds does not run.
  await client.query(
    `insert into event_feed (tenant_id, keeps, last_position, reached_at, floor, floor_at)
     select id, true, 0, timestamptz 'epoch', 0, timestamptz 'epoch' from unnest($1::text[]) t (id)`,
    [run.tenantIds],
  );
  let rows = run.teams;
  for (const statement of [people(run), teamsOfPeople(run), membersOf(run)]) {
    rows += (await client.query(statement)).rowCount ?? 0;
  }
  const keys = await insertKeys(client, run);
  const ofWork = [assignments(run), trainings(run), evaluations(run), connections(run), deals(run)];
  for (const statement of ofWork) {
    rows += (await client.query(statement)).rowCount ?? 0;
  }
  await client.query(completions(run));
  await keepAllSums(client, run);
  return { keys, rows: rows + keys.length };
}

/** The statements make valid references only. If the account may, it tells PostgreSQL not to check them. */
async function trustForeignKeys(client: pg.PoolClient): Promise<void> {
  await client.query(
    `select set_config('session_replication_role', 'replica', true)
     where current_setting('is_superuser') = 'on'`,
  );
}

/** Makes the sums of the analytics. A worker makes them when a team first changes. */
async function keepAllSums(client: pg.PoolClient, { trainings, tenantIds, now }: LoadRun) {
  if (trainings < SESSIONS_TO_KEEP_SUMS) return;
  for (const id of tenantIds) await keepSums(new TeamDb(client, id), keptUntil(now));
}

/** Otherwise the planner takes the tables for empty until autovacuum runs. */
async function analyze(pool: pg.Pool): Promise<void> {
  await withTransaction(pool, async (client) => {
    await client.query('set local statement_timeout = 0');
    await client.query(
      'analyze tenant, person, person_team, api_key, member, assignment, training, evaluation, crm_deal',
    );
  });
}
