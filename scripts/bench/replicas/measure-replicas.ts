import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ReplicatedCluster } from '../../../test/replicas/harness/replicated-cluster.ts';
import { fill } from '../database.ts';
import { SERVICE_TOKEN } from '../intake/batch.ts';
import { parentOf } from '../proc.ts';
import type { Finding } from '../report.ts';
import { apiOptions, type ServerProcess, startServer } from '../server-process.ts';
import { measureMarks, type Sides } from './marks.ts';
import { measureOneTeam } from './one-team.ts';
import { measureReads } from './reads.ts';

type Plan = { rounds: number; seconds: number };

/** Measures what replicas save the primary, and what their marks add to each change. */
export async function measureReplicas(plan: Plan): Promise<Finding[]> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'team-api-bench-replicas-'));
  return [
    ...(await onCluster(dir, plan)),
    // Writes go to a real disk: while one lasts, the row of the mark is locked.
    ...(await measureOneTeam({ dir, seconds: plan.seconds }, startSides)),
  ];
}

async function onCluster(dir: string, { rounds, seconds }: Plan): Promise<Finding[]> {
  const own = { shared_preload_libraries: 'pg_stat_statements' };
  const cluster = await ReplicatedCluster.start({ replicas: 2, guarded: false, own });
  const servers: ServerProcess[] = [];
  try {
    const url = cluster.url(0);
    const filled = await fill(url, path.join(dir, 'teams.jsonl'), {
      ...{ teams: 50, keys: 2, trainings: 500, assignments: 500, deals: 0 },
    });
    const DATABASE_REPLICA_URLS = cluster.replicaUrls.join();
    const reading = await start({ dir, url, name: 'replicas', env: { DATABASE_REPLICA_URLS } });
    servers.push(reading);
    const primary = await postmasterOf(url);
    const runs = { filled, primary, rounds, seconds };
    const reads = await measureReads(reading, runs);
    await reading.stop();
    const sides = await startSides(url, dir);
    servers.push(sides.marks, sides.noMarks);
    return [...reads, ...(await measureMarks(sides, runs))];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await cluster.stop();
  }
}

type Wanted = {
  name: string;
  url: string;
  dir: string;
  env?: Record<string, string>;
  nodeOptions?: readonly string[];
};

const start = ({ name, url, dir, env = {}, nodeOptions = [] }: Wanted) =>
  startServer({
    name,
    script: 'src/api.ts',
    nodeOptions: [...apiOptions, ...nodeOptions],
    env: {
      DATABASE_URL: url,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      NODE_ENV: 'production',
      SERVICE_TOKEN,
      ...env,
    },
    logFile: path.join(dir, `${name}.log`),
    readyPath: '/readyz',
  });

/** The product with and without marks, on one database. */
async function startSides(url: string, dir: string): Promise<Sides> {
  const without = path.resolve(import.meta.dirname, '../without-marks.mjs');
  const marks = await start({ name: 'marks', url, dir });
  const nodeOptions = [`--import=${without}`];
  return { marks, noMarks: await start({ name: 'no-marks', url, dir, nodeOptions }) };
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0) ?? 0;
  await client.end();
  return postmaster;
}
