import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ReplicatedCluster } from '../../test/replicas/harness/replicated-cluster.ts';
import { type Filled, fill } from './database.ts';
import { drive, freshWindows, middle, type Round } from './drive.ts';
import { parentOf } from './proc.ts';
import type { Finding } from './report.ts';
import { apiOptions, type ServerProcess, startServer } from './server-process.ts';
import { assignRequests, works } from './works.ts';

const CONNECTIONS = 16;
/** A change may cost so much more with the marks of its team. */
const MOST_FOR_MARKS = 1.03;
/** What a read costs the primary, compared with a request that reads nothing. */
const MOST_OF_PRIMARY = 1.1;

type Plan = { rounds: number; seconds: number };

/** What replicas take off the primary, and what the marks that they need cost each change. */
export async function measureReplicas({ rounds, seconds }: Plan): Promise<Finding[]> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'team-api-bench-replicas-'));
  const cluster = await ReplicatedCluster.start({ replicas: 2, guarded: false });
  const encryptionKey = Buffer.alloc(32, 7).toString('base64');
  const start = (name: string, env: Record<string, string>, nodeOptions: readonly string[] = []) =>
    startServer({
      name,
      script: 'src/api.ts',
      nodeOptions: [...apiOptions, ...nodeOptions],
      env: {
        DATABASE_URL: cluster.url(0),
        ENCRYPTION_KEY: encryptionKey,
        NODE_ENV: 'production',
        ...env,
      },
      logFile: path.join(dir, `${name}.log`),
      readyPath: '/readyz',
    });
  const servers: ServerProcess[] = [];
  try {
    const filled = await fill(cluster.url(0), path.join(dir, 'teams.jsonl'), {
      ...{ teams: 50, keys: 2, trainings: 500, assignments: 500, deals: 0 },
    });
    const withReplicas = await start('replicas', {
      DATABASE_REPLICA_URLS: cluster.replicaUrls.join(),
    });
    const marks = await start('marks', {});
    const without = path.resolve(import.meta.dirname, 'without-marks.mjs');
    const noMarks = await start('no-marks', {}, [`--import=${without}`]);
    servers.push(withReplicas, marks, noMarks);
    const primary = await postmasterOf(cluster.url(0));
    const runs = { filled, primary, rounds, seconds };
    return [
      ...(await measureReads(withReplicas, runs)),
      await measureMarks({ marks, noMarks }, runs),
    ];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await cluster.stop();
  }
}

type Runs = Plan & { filled: Filled; primary: number };

async function measureReads(
  server: ServerProcess,
  { filled, primary, rounds, seconds }: Runs,
): Promise<Finding[]> {
  const sides = new Map<string, Round[]>();
  // The replicas have replayed what was loaded.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  for (let n = 0; n < rounds; n += 1) {
    for (const name of ['me', 'trainings', 'users']) {
      const work = works.find((one) => one.name === name);
      if (!work) throw new Error(`There is no work ${name}`);
      const requests = await work.requests(filled);
      await freshWindows(filled.url);
      const round = await drive(server, requests, primary, {
        ...{ seconds, connections: CONNECTIONS, settleSeconds: 1 },
      });
      sides.set(name, [...(sides.get(name) ?? []), round]);
    }
  }
  const me = middle(sides.get('me') ?? []);
  return ['trainings', 'users'].map((name) => {
    const side = middle(sides.get(name) ?? []);
    const ratio = (side.postgresCpuMs ?? Number.NaN) / (me.postgresCpuMs ?? Number.NaN);
    return {
      name: `replicas-${name}`,
      title: `CPU of the primary: GET /${name} with replicas, to GET /me`,
      ratio,
      required: `<= ${MOST_OF_PRIMARY}`,
      passed: ratio <= MOST_OF_PRIMARY,
      sides: { product: side, me },
    };
  });
}

async function measureMarks(
  { marks, noMarks }: Record<'marks' | 'noMarks', ServerProcess>,
  { filled, primary, rounds, seconds }: Runs,
): Promise<Finding> {
  const sides: Record<'marks' | 'noMarks', Round[]> = { marks: [], noMarks: [] };
  const options = { seconds, connections: CONNECTIONS, settleSeconds: 1 };
  // Each round takes turns, because what is written makes later writes dearer.
  for (let n = 0; n < rounds * 2; n += 1) {
    const order = n % 2 === 0 ? (['marks', 'noMarks'] as const) : (['noMarks', 'marks'] as const);
    for (const side of order) {
      const server = side === 'marks' ? marks : noMarks;
      await freshWindows(filled.url);
      const requests = assignRequests(filled, 30_000);
      sides[side].push(await drive(server, requests, primary, options));
    }
  }
  const [a, b] = [middle(sides.marks), middle(sides.noMarks)];
  const sum = ({ serverCpuMs, postgresCpuMs }: Round) =>
    (serverCpuMs ?? Number.NaN) + (postgresCpuMs ?? Number.NaN);
  const ratio = sum(a) / sum(b);
  return {
    name: 'marks',
    title: 'CPU of both sides: POST /assignments with marks, to one without',
    ratio,
    required: `<= ${MOST_FOR_MARKS}`,
    passed: ratio <= MOST_FOR_MARKS,
    sides: { product: a, without: b },
  };
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0) ?? 0;
  await client.end();
  return postmaster;
}
