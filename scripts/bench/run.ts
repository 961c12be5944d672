// `npm run bench`: the product beside short rivals on the same database. See docs/performance.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureAnalytics } from './analytics.ts';
import { measureApp } from './app/measure-app.ts';
import { measureChanges, openFeed } from './changes.ts';
import { measureFirst } from './crm/first.ts';
import { measureHanging } from './crm/hanging.ts';
import { openCrmSite } from './crm/site.ts';
import { type BenchDatabase, fillDatabases, openCluster, rowsOf } from './database.ts';
import { measureIntake } from './intake/measure-intake.ts';
import { measureDepth, measureMemory, measureWork } from './measure.ts';
import { type Finding, printReport } from './report.ts';
import { type ServerProcess, startWorker } from './server-process.ts';
import { checkoutOf, startServers } from './servers.ts';
import { measureTracing } from './tracing.ts';
import { measureBesideReplay } from './webhooks/beside-replay.ts';
import { measureDeliveries } from './webhooks/deliveries.ts';
import { measureEmit } from './webhooks/emit.ts';
import { measurePages } from './webhooks/feed.ts';
import { measureIdle } from './webhooks/idle.ts';
import { measureLag } from './webhooks/lag.ts';
import { openSite, type Site } from './webhooks/site.ts';
import { measureSweep } from './webhooks/sweep.ts';
import { measureWaiting } from './webhooks/waiting.ts';
import { works } from './works.ts';

/** Numbers count on a calm machine. A run waits so long for one. */
const CALM_LOAD = 1.5;
const CALM_LIMIT_MS = 600_000;

const apiParts = [...works.map(({ name }) => name), 'deep', 'memory', 'emit', 'intake'];
const workerParts = {
  deliveries: measureDeliveries,
  lag: measureLag,
  replay: measureBesideReplay,
  sweep: measureSweep,
  idle: measureIdle,
  waiting: measureWaiting,
  feed: measurePages,
};
const parts = [
  ...apiParts,
  'analytics',
  'app',
  'changes',
  'tracing',
  'crm',
  ...Object.keys(workerParts),
];
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: parts.join(',') },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    quick: { type: 'boolean', default: false },
    data: { type: 'string' },
    against: { type: 'string', default: 'hand-written' },
    readers: { type: 'string' },
  },
});
const { quick } = options;
const only = options.only.split(',');
const unknown = only.filter((name) => !parts.includes(name));
const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)];
if (unknown.length > 0 || !(rounds >= 1) || !(seconds >= 1)) {
  console.error(`npm run bench -- [--only ${parts.join(',')}] [--rounds N] [--seconds N]
  [--quick]     a tenth of the rows and of the requests
  [--data DIR]  keep the filled database there for the next run
  [--against plain]  the rival of the operations uses the product's packages plainly
  [--against DIR]  the rival is the product of this checkout, with its own schema
  [--readers changes,events]  each team of the product has a reader of these feeds, and both sides a worker`);
  process.exit(1);
}

const results = path.resolve(import.meta.dirname, '../../bench-results');
mkdirSync(results, { recursive: true });
const isBusy = !(await untilCalm());
const cluster = await openCluster(options.data && path.resolve(options.data));
const findings: Finding[] = [];
try {
  if (only.includes('analytics')) findings.push(await measureAnalytics(cluster, { rounds, quick }));
  if (only.includes('changes'))
    findings.push(...(await measureChanges(cluster, { rounds, quick })));
  if (only.includes('app')) findings.push(...(await measureApp(cluster, quick)));
  if (only.includes('tracing')) findings.push(await measureTracing(cluster, { rounds, seconds }));
  if (only.includes('crm')) await measureCrm();
  const site = await openSite(cluster, { rounds, quick });
  await measure(site).finally(() => site.close());
} finally {
  await cluster.close();
}

async function measureCrm(): Promise<void> {
  const site = await openCrmSite(cluster, { rounds, quick });
  try {
    findings.push(await measureFirst(site), ...(await measureHanging(site)));
  } finally {
    await site.close();
  }
}

async function measure(site: Site): Promise<void> {
  if (only.some((name) => apiParts.includes(name))) await measureApi(site);
  for (const [name, measureOne] of Object.entries(workerParts)) {
    if (only.includes(name)) findings.push(...[await measureOne(site)].flat());
  }
}

async function measureApi(site: Site): Promise<void> {
  const { against } = options;
  const rows = quick ? 100_000 : 1_000_000;
  const database = await fillDatabases(cluster, rows, checkoutOf(against));
  const { stop, ...started } = await startServers(database, against);
  const workers = await startReaders(database, started.servers.product);
  const plan = { database, ...started, rounds, seconds };
  const { product: server } = started.servers;
  try {
    for (const work of works.filter(({ name }) => only.includes(name))) {
      findings.push(await measureWork(plan, work));
    }
    if (only.includes('deep')) findings.push(await measureDepth(plan));
    if (only.includes('memory')) findings.push(await measureMemory(plan, quick ? 0.1 : 1));
    if (only.includes('intake')) findings.push(await measureIntake(site, { database, seconds }));
    if (only.includes('emit')) {
      findings.push(...(await measureEmit(site, { database, server, seconds })));
    }
  } finally {
    for (const worker of workers) await worker.stop();
    await stop();
  }
}

/** Gives each team of the product a reader. A worker gives their entries places, and the rival has one too. */
async function startReaders(
  { teams, rivalUrl, dir }: BenchDatabase,
  server: ServerProcess,
): Promise<ServerProcess[]> {
  const feeds = options.readers?.split(',') ?? [];
  if (feeds.length === 0) return [];
  const workers = [teams.url, rivalUrl].map((databaseUrl, n) =>
    startWorker({ name: `worker-${n}`, databaseUrl, dir }),
  );
  await rowsOf(teams.url, `update api_key set scopes = scopes || '{events:read}'::text[]`);
  if (feeds.includes('events')) {
    await rowsOf(
      teams.url,
      `insert into event_feed (tenant_id, keeps, last_position, reached_at, floor, floor_at)
       select t.id, true, 0, 'epoch', 0, 'epoch' from tenant t`,
    );
  }
  const firstOf = new Map(teams.keys.map((key) => [key.tenant_id, key]));
  for (const feed of ['changes', 'events'] as const) {
    const keys = feeds.includes(feed) ? [...firstOf.values()] : [];
    // Each waits a moment until its feed is open.
    await Promise.all(keys.map((key) => openFeed(server, key, feed)));
  }
  return Promise.all(workers);
}

/** Waits for the end of what else the machine does. False if it does not end in time. */
async function untilCalm(): Promise<boolean> {
  const end = performance.now() + CALM_LIMIT_MS;
  const isCalm = () => (os.loadavg()[0] ?? 0) < CALM_LOAD;
  while (!isCalm() && performance.now() < end) await sleep(5_000);
  return isCalm();
}

const machine = { cpus: os.cpus().map(({ model }) => model), node: process.version, options };
writeFileSync(
  path.join(results, 'latest.json'),
  `${JSON.stringify({ at: new Date(), machine, isBusy, findings }, null, 2)}\n`,
);
printReport(findings, isBusy);
process.exitCode = !isBusy && findings.every(({ passed }) => passed) ? 0 : 1;
