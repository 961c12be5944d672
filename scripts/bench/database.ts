import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startCluster } from '../../src/embedded-postgres/cluster.ts';
import { parentOf } from './proc.ts';

const cli = path.resolve(import.meta.dirname, '../../src/cli.ts');
const run = promisify(execFile);

export type LoadedKey = { tenant_id: string; key: string; member_ids: string[] };
export type Filled = { url: string; keys: LoadedKey[] };

/** A temporary PostgreSQL with its normal settings (fsync on). */
export type BenchCluster = {
  url: string;
  postmaster: number;
  encryptionKey: string;
  dir: string;
  close(): Promise<void>;
};

export type BenchDatabase = BenchCluster & {
  /** 500 teams, or fewer with --quick. */
  teams: Filled;
  /** A team with as many trainings as all others together, in the same database. */
  large: Filled;
  /** A team with a hundredth of them, in a database of its own. */
  small: Filled;
};

type Size = { teams: number; rows: number };

export const fullSize: Size = { teams: 500, rows: 1_000_000 };
export const quickSize: Size = { teams: 500, rows: 100_000 };

const KEYS_OF_ONE_TEAM = 100;

/** `keep` names a folder that the next run can use again. */
export async function openCluster(
  keep?: string,
  settings: Record<string, string> = {},
): Promise<BenchCluster> {
  const dir = keep ?? (await mkdtemp(path.join(os.tmpdir(), 'team-api-bench-')));
  await mkdir(dir, { recursive: true });
  const cluster = await startCluster({ dir, settings });
  const admin = new pg.Client(cluster.url);
  await admin.connect();
  const { rows } = await admin.query('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0].pid) ?? 0;
  await admin.end();
  return {
    url: cluster.url,
    postmaster,
    encryptionKey: Buffer.alloc(32, 7).toString('base64'),
    dir,
    async close() {
      await cluster.stop();
      if (!keep) await rm(dir, { recursive: true, force: true });
    },
  };
}

export async function fillDatabases(cluster: BenchCluster, size: Size): Promise<BenchDatabase> {
  const { dir, url } = cluster;
  const small = new URL(url);
  small.pathname = '/bench_small';
  const admin = new pg.Client(url);
  await admin.connect();
  const { rows } = await admin.query("select from pg_database where datname = 'bench_small'");
  if (rows.length === 0) await admin.query('create database bench_small');
  const perTeam = size.rows / size.teams;
  const all = { trainings: perTeam, assignments: perTeam, deals: perTeam };
  const alone = { teams: 1, keys: KEYS_OF_ONE_TEAM, assignments: 0, deals: 0 };
  const teams = path.join(dir, 'teams.jsonl');
  const [one, few] = [path.join(dir, 'large.jsonl'), path.join(dir, 'small.jsonl')];
  try {
    const filled = {
      teams: await fill(url, teams, { teams: size.teams, keys: 2, ...all }),
      large: await fill(url, one, { ...alone, trainings: size.rows }),
      small: await fill(small.href, few, { ...alone, trainings: size.rows / 100 }),
    };
    await admin.query('vacuum (analyze)');
    await admin.query('checkpoint');
    return { ...cluster, ...filled };
  } finally {
    await admin.end();
  }
}

/** Loads teams with `team-api load`, and reads their keys. */
export async function fill(
  url: string,
  file: string,
  counts: Record<string, number>,
): Promise<Filled> {
  if (!existsSync(file)) {
    const flags = Object.entries({ members: 60, 'rate-limit': 1_000_000, ...counts });
    const { stdout } = await run(
      process.execPath,
      [cli, 'load', ...flags.flatMap(([name, n]) => [`--${name}`, String(n)]), '--out', file],
      {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: url,
          ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
        },
      },
    );
    process.stderr.write(`load: ${stdout}`);
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return { url, keys: lines.map((line) => JSON.parse(line) as LoadedKey) };
}
