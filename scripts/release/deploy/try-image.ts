import path from 'node:path';
import pg from 'pg';
import { startProxy } from '../../../test/deploy/harness/proxies.ts';
import {
  type BenchCluster,
  fill,
  type LoadedKey,
  openCluster,
  rowsOf,
} from '../../bench/database.ts';
import { encryptionKey } from '../../bench/server-process.ts';
import { insertEndpoints } from '../../bench/webhooks/rows.ts';
import { receiverSettings } from '../../receiver-tls/own-receiver.ts';
import { type DrillReceiver, startDrillReceiver } from '../failover/receiver.ts';
import { Container, runOnce, type Settings } from './containers.ts';
import { require, step } from './report.ts';
import { eventually } from './run.ts';
import { inWords, requireAll, Traffic } from './traffic.ts';

/** The stage of all steps: a database, a receiver of webhooks, and a proxy in front of two processes. */
type Stage = {
  images: { former: string; own: string };
  settings: Settings;
  url: string;
  keys: LoadedKey[];
  receiver: DrillReceiver;
  origin: string;
  processes: Map<string, Container>;
};

const ports = { 'api-1': 18_301, 'api-2': 18_302, worker: 18_303 };
type Name = keyof typeof ports;
const names = Object.keys(ports) as Name[];
/** Answered during the rolling releases. */
const REQUESTS = 20_000;

/** The image as operators run it: its rights, a delivery, a release, a kill and a stop under load. */
export async function tryImage(images: Stage['images']): Promise<void> {
  const cluster = await openCluster();
  const receiver = await startDrillReceiver();
  const proxy = await startProxy('nginx', [ports['api-1'], ports['api-2']]);
  const processes = new Map<string, Container>();
  try {
    const url = await newDatabase(cluster);
    const settings = {
      DATABASE_URL: url,
      ENCRYPTION_KEY: encryptionKey,
      TRUST_PROXY: '1',
      PUBLIC_URL: 'https://localhost',
      ...receiverSettings,
    };
    const origin = `https://localhost:${proxy.port}`;
    const stage = { images, settings, url, receiver, origin, processes };
    await migrateAndStart(stage);
    const keys = await fillTeam(cluster, stage);
    await trySteps({ ...stage, keys });
  } finally {
    for (const each of processes.values()) await each.remove();
    await proxy.close();
    receiver.close();
    await cluster.close();
  }
}

async function newDatabase(cluster: BenchCluster): Promise<string> {
  await rowsOf(cluster.url, 'create database deployed');
  return new URL('/deployed', cluster.url).href;
}

async function migrateAndStart(stage: Omit<Stage, 'keys'>): Promise<void> {
  const { images, settings } = stage;
  await step('image: migrate an empty database', async () => {
    const { WEBHOOK_CA_FILE: _, ...own } = settings;
    const printed = await runOnce(images.former, own, 'migrate');
    return `${(JSON.parse(printed) as { applied: string[] }).applied.length} migrations`;
  });
  await step('image: two APIs and a worker ready', async () => {
    await Promise.all(names.map((name) => start(stage, name, images.former)));
    return 'ready';
  });
  await step('image: no right, nothing to write', async () => {
    const [api] = stage.processes.values();
    if (!api) throw new Error('no API runs');
    const inside = (code: string) => api.inside('bash', '-c', code);
    const id = (await inside('id -u; id -g')).trim().replace('\n', ':');
    require(id === '10001:10001', `runs as ${id}`);
    const status = await inside('cat /proc/1/status');
    require(/^CapEff:\s+0+$/m.test(status), 'has capabilities');
    require(/^CapBnd:\s+0+$/m.test(status), 'can get capabilities');
    require(/^NoNewPrivs:\s+1$/m.test(status), 'can get new rights');
    for (const folder of ['/team-api', '/tmp', '/var/tmp', '/etc', '/run']) {
      const wrote = await inside(`touch ${folder}/x 2>&1 && echo wrote || true`);
      require(!wrote.includes('wrote'), `can write ${folder}`);
    }
    const programs = await inside('command -v npm node gcc curl || true');
    require(programs === '', `has ${programs}`);
    await api.inside('team-api', 'healthy');
    return `account ${id}, no capability, read-only, no npm, healthy`;
  });
}

async function start(
  stage: Pick<Stage, 'settings' | 'processes'>,
  name: Name,
  image: string,
): Promise<void> {
  const command = name === 'worker' ? 'worker' : 'api';
  const { settings } = stage;
  const container = await Container.start(image, { name, command, port: ports[name], settings });
  stage.processes.set(name, container);
  await container.ready();
}

async function fillTeam(
  cluster: BenchCluster,
  { url, receiver }: Pick<Stage, 'url' | 'receiver'>,
): Promise<LoadedKey[]> {
  // A key has 120 requests a minute: 50 keys would have none to spare at 100 requests a second.
  const counts = { teams: 2, keys: 100, members: 5, trainings: 0, assignments: 0, deals: 0 };
  const { keys } = await fill(url, path.join(cluster.dir, 'deployed.jsonl'), counts);
  const sql = new pg.Client(url);
  await sql.connect();
  const tenants = [...new Set(keys.map((key) => key.tenant_id))];
  await insertEndpoints(sql, receiver.url, { tenants, each: 1, events: ['assignment.created'] });
  await sql.end();
  return keys;
}

async function titlesIn(url: string): Promise<string[]> {
  const rows = await rowsOf<{ title: string }>(url, 'select title from assignment');
  return rows.map(({ title }) => title);
}

async function trySteps(stage: Stage): Promise<void> {
  const { images, keys, origin, receiver, url } = stage;
  const underLoad = async (perSecond: number, work: (sent: () => number) => Promise<unknown>) => {
    const traffic = new Traffic(origin, keys, perSecond);
    await work(() => traffic.seen.sent);
    const seen = await traffic.stop();
    requireAll(seen, await titlesIn(url));
    return seen;
  };
  const process = (name: Name) => stage.processes.get(name) as Container;

  await step('image: an assignment reaches a receiver', async () => {
    const traffic = new Traffic(origin, keys);
    await eventually(() => require(receiver.announced.size > 0, 'nothing was delivered'));
    const seen = await traffic.stop();
    require(seen.errors.length === 0, inWords(seen));
    return `${receiver.announced.size} delivered`;
  });

  await step('image: rolling releases to and fro at 100 requests a second', async () => {
    let releases = 0;
    const seen = await underLoad(100, async (sent) => {
      while (sent() < REQUESTS || releases % 2 === 0) {
        releases += 1;
        for (const name of names) {
          const code = await process(name).stop();
          require(code === 0, `${name} ended with ${code}`);
          await start(stage, name, releases % 2 === 1 ? images.own : images.former);
        }
      }
    });
    require(seen.errors.length === 0, inWords(seen));
    return `${releases} releases, ${inWords(seen)}`;
  });

  await step('image: kill -9 of each process at 50 requests a second', async () => {
    const seen = await underLoad(50, async () => {
      for (const name of names) {
        await process(name).kill();
        await process(name).restart();
      }
    });
    // What a killed process was doing is lost, and its clients know.
    require(seen.errors.every((error) => error.startsWith('502')), inWords(seen));
    return `${inWords(seen)}, no answered write lost, none made twice`;
  });

  await step('image: every event was delivered', async () => {
    const rows = await rowsOf<{ id: string }>(url, 'select id from assignment');
    await eventually(() => {
      const missing = rows.filter(({ id }) => !receiver.announced.has(id)).length;
      require(missing === 0, `${missing} of ${rows.length} are missing`);
    });
    return `${rows.length} assignments`;
  });

  await step('image: stop under load, straight to the process', async () => {
    const name = 'api-1';
    const traffic = new Traffic(`http://127.0.0.1:${ports[name]}`, keys, 200);
    await eventually(() => require(traffic.seen.sent > 300, 'too little traffic'));
    const begun = performance.now();
    const code = await process(name).stop();
    const seconds = (performance.now() - begun) / 1000;
    const seen = await traffic.stop();
    // A refused connection is no request. Everything else would be a request that was cut.
    const cut = seen.errors.filter((error) => !error.includes('ECONNREFUSED'));
    require(code === 0 && cut.length === 0, `exit ${code}, ${inWords({ ...seen, errors: cut })}`);
    requireAll(seen, await titlesIn(url));
    return `0 of ${seen.made.length} writes cut, exit 0 after ${seconds.toFixed(1)} s`;
  });
}
