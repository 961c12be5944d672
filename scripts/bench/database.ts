import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { startCluster } from '../../src/embedded-postgres/cluster.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { parentOf } from './proc.ts';
import { encryptionKey } from './server-process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

export type LoadedKey = { tenant_id: string; key: string; member_ids: string[] };
export type Filled = { url: string; keys: LoadedKey[] };

/** A temporary PostgreSQL with its normal settings (fsync on). */
export type BenchCluster = {
  url: string;
  postmaster: number;
  dir: string;
  close(): Promise<void>;
};

export type BenchDatabase = BenchCluster & {
  /** 500 teams. */
  teams: Filled;
  /** A team with as many trainings as all others together, in the same database. */
  large: Filled;
  /** A team with a hundredth of them, in a database of its own. */
  small: Filled;
  /** The database of the rival: that of `teams`, or with `--against DIR` the same rows in the schema of that checkout. */
  rivalUrl: string;
};

const TEAMS = 500;
const KEYS_OF_ONE_TEAM = 100;

/** Runs a statement over a connection of its own. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** `keep` names a folder that the next run can use again. */
export async function openCluster(keep?: string): Promise<BenchCluster> {
  const dir = keep ?? (await mkdtemp(path.join(os.tmpdir(), 'team-api-bench-')));
  await mkdir(dir, { recursive: true });
  const cluster = await startCluster({ dir });
  const client = new pg.Client(cluster.url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // The process of this connection has a parent only while it runs.
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  await client.end();
  return {
    url: cluster.url,
    postmaster,
    dir,
    async close() {
      await cluster.stop();
      if (!keep) await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The address of a database of the cluster. The database is made if it is missing. */
async function databaseIn({ url }: BenchCluster, name: string): Promise<string> {
  const found = await rowsOf(url, 'select from pg_database where datname = $1', [name]);
  if (found.length === 0) await rowsOf(url, `create database ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** The address of a new database with the product's schema. */
export async function newDatabase(cluster: BenchCluster, name: string): Promise<string> {
  await rowsOf(cluster.url, `drop database if exists ${name}`);
  const url = await databaseIn(cluster, name);
  await migrate(url, createLogger('warn'));
  return url;
}

/** A database of its own for a measurement, filled in an earlier run or now. */
export async function filledDatabase(
  cluster: BenchCluster,
  name: string,
  counts: Record<string, number>,
): Promise<Filled> {
  const url = await databaseIn(cluster, `bench_${name}`);
  return fill(url, path.join(cluster.dir, `${name}.jsonl`), counts);
}

/** `against` is a checkout whose rows and schema the rival gets. Ours are a copy that has been migrated. */
export async function fillDatabases(
  cluster: BenchCluster,
  rows: number,
  against?: string,
): Promise<BenchDatabase> {
  const { dir } = cluster;
  const perTeam = rows / TEAMS;
  const all = { trainings: perTeam, assignments: perTeam, deals: perTeam };
  const alone = { teams: 1, keys: KEYS_OF_ONE_TEAM, assignments: 0, deals: 0 };
  const [many, one] = [path.join(dir, 'teams.jsonl'), path.join(dir, 'large.jsonl')];
  const rivalUrl = against ? await databaseIn(cluster, 'bench_against') : cluster.url;
  const teams = await fill(rivalUrl, many, { teams: TEAMS, keys: 2, ...all }, against);
  const large = await fill(rivalUrl, one, { ...alone, trainings: rows }, against);
  // `team-api load` makes keys of all scopes. A team whose keys may read events keeps them.
  await rowsOf(rivalUrl, `update api_key set scopes = array_remove(scopes, 'events:read')`);
  await rowsOf(rivalUrl, 'delete from event_feed');
  const url = against ? await copyOf(cluster, 'bench_against', 'bench_ours') : rivalUrl;
  const small = await filledDatabase(cluster, 'small', { ...alone, trainings: rows / 100 });
  for (const each of new Set([rivalUrl, url])) await rowsOf(each, 'vacuum (analyze)');
  await rowsOf(url, 'checkpoint');
  return { ...cluster, teams: { ...teams, url }, large: { ...large, url }, small, rivalUrl };
}

/** The address of a migrated copy of a database. */
async function copyOf(cluster: BenchCluster, from: string, name: string): Promise<string> {
  await rowsOf(cluster.url, `drop database if exists ${name}`);
  await rowsOf(cluster.url, `create database ${name} template ${from}`);
  const url = await databaseIn(cluster, name);
  await migrate(url, createLogger('warn'));
  return url;
}

/** Loads teams with `team-api load`, and reads their keys. */
export async function fill(
  url: string,
  file: string,
  counts: Record<string, number>,
  home = root,
): Promise<Filled> {
  if (!existsSync(file)) {
    const flags = Object.entries({ members: 60, 'rate-limit': 1_000_000, ...counts });
    const words = ['load', ...flags.flatMap(([name, n]) => [`--${name}`, String(n)])];
    process.stderr.write(`load: ${await runCommand(url, [...words, '--out', file], home)}`);
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return { url, keys: lines.map((line) => JSON.parse(line) as LoadedKey) };
}

/** Runs a command of the product, and returns what it prints. */
export async function runCommand(url: string, words: string[], home = root): Promise<string> {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey };
  return (await run(process.execPath, [path.join(home, 'src/cli.ts'), ...words], { env })).stdout;
}
