import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CannonRequest } from 'autocannon';
import pg from 'pg';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import { makeOnCitus } from '../../../test/harness/citus.ts';
import { type Filled, fill } from '../../bench/database.ts';
import { drive, freshWindows, middle, type Round } from '../../bench/drive.ts';
import { parentOf } from '../../bench/proc.ts';
import { apiOptions, type ServerProcess, startServer } from '../../bench/server-process.ts';
import { assignRequests, works } from '../../bench/works.ts';
import { ENCRYPTION_KEY } from '../failover/drill.ts';

const NAME = 'try_citus_costs';
const CONNECTIONS = 16;
const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

type Side = { filled: Filled; server: ServerProcess; postmaster: number; nodes: number[] };
type Work = { title: string; requests: (filled: Filled) => Promise<CannonRequest[]> };

const usual = (name: string): Work => {
  const work = works.find((one) => one.name === name);
  if (!work) throw new Error(`There is no work ${name}`);
  return work;
};

const costly: Work[] = [
  usual('me'),
  usual('users'),
  usual('trainings'),
  { title: 'GET /trainings/{id}', requests: (filled) => byId(filled, 'training', 'trainings') },
  { title: 'GET /analytics/team', requests: ofKeys('/analytics/team') },
  { title: 'GET /webhook-endpoints', requests: ofKeys('/webhook-endpoints') },
  { title: 'POST /assignments', requests: async (filled) => assignRequests(filled, 20_000) },
];

const get = (key: string, at: string): CannonRequest => ({
  method: 'GET',
  path: BASE_PATH + at,
  headers: { authorization: `Bearer ${key}` },
});

function ofKeys(at: string): Work['requests'] {
  return async ({ keys }) => keys.map(({ key }) => get(key, at));
}

async function byId({ url, keys }: Filled, table: string, route: string): Promise<CannonRequest[]> {
  const client = new pg.Client(url);
  await client.connect();
  const requests: CannonRequest[] = [];
  for (const { key, tenant_id } of keys) {
    const { rows } = await client.query<{ id: string }>(
      `select id from ${table} where tenant_id = $1 limit 10`,
      [tenant_id],
    );
    requests.push(...rows.map(({ id }) => get(key, `/${route}/${id}`)));
  }
  await client.end();
  return requests;
}

/** Sends the same requests to the cluster and to a plain PostgreSQL, in turn, and prints the cost of each. */
export async function measureCosts(clusterUrl: string, plainServer: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-citus-'));
  const sides: Side[] = [];
  try {
    sides.push(await openPlain(plainServer, folder), await openCluster(clusterUrl, folder));
    console.log(
      '\n| request | side | requests/s | CPU ms: Node | coordinator | nodes | all PostgreSQL |',
    );
    for (const work of costly) await measure(work, sides);
  } finally {
    await Promise.all(sides.map(({ server }) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure({ title, requests }: Work, sides: Side[]): Promise<void> {
  const rounds = sides.map((): Round[] => []);
  for (let n = 0; n < 3; n += 1) {
    for (const [i, { filled, server, postmaster, nodes }] of sides.entries()) {
      const asked = await requests(filled);
      await freshWindows(filled.url);
      const load = { seconds: 3, connections: CONNECTIONS, settleSeconds: 1, nodes };
      rounds[i]?.push(await drive(server, asked, postmaster, load));
    }
  }
  const ms = (value: number) => value.toFixed(3);
  const totals = rounds.map((ofSide, i) => {
    const { rps, serverCpuMs, postgresCpuMs, nodesCpuMs } = middle(ofSide);
    const [server, own, nodes] = [serverCpuMs ?? 0, postgresCpuMs ?? 0, nodesCpuMs || 0];
    console.log(
      `| ${title} | ${i === 0 ? 'plain' : 'Citus'} | ${rps.toFixed(0)} | ${ms(server)} | ${ms(own)} | ${ms(nodes)} | ${ms(own + nodes)} |`,
    );
    return { own, all: own + nodes };
  });
  const [plain, citus] = totals;
  if (!plain || !citus) return;
  console.log(
    `| | ratio | | | ${(citus.own / plain.own).toFixed(2)} | | ${(citus.all / plain.all).toFixed(2)} |`,
  );
}

const counts = { teams: 100, keys: 4, members: 60, trainings: 500, assignments: 100, deals: 0 };

async function openPlain(server: string, folder: string): Promise<Side> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`drop database if exists ${NAME} with (force)`);
  await client.query(`create database ${NAME}`);
  await client.end();
  const url = new URL(server);
  url.pathname = NAME;
  const filled = await fill(url.href, path.join(folder, 'plain.jsonl'), counts);
  return side(filled, [], folder);
}

async function openCluster(clusterUrl: string, folder: string): Promise<Side> {
  const { url, servers } = await makeOnCitus(clusterUrl, NAME);
  const filled = await fill(url, path.join(folder, 'citus.jsonl'), counts);
  await run(process.execPath, [path.join(root, 'src/cli.ts'), 'shard'], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, ENCRYPTION_KEY },
  });
  return side(filled, servers.slice(1), folder);
}

async function side(filled: Filled, servers: string[], folder: string): Promise<Side> {
  const client = new pg.Client(filled.url);
  await client.connect();
  await client.query('analyze');
  await client.end();
  const server = await startServer({
    name: servers.length > 0 ? 'citus' : 'plain',
    script: 'src/api.ts',
    nodeOptions: apiOptions,
    env: { DATABASE_URL: filled.url, ENCRYPTION_KEY, NODE_ENV: 'production' },
    logFile: path.join(folder, 'api.log'),
    readyPath: '/readyz',
  });
  const nodes = await Promise.all(servers.map(postmasterOf));
  return { filled, server, postmaster: await postmasterOf(filled.url), nodes };
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0) ?? 0;
  await client.end();
  return postmaster;
}
