import process from 'node:process';
import type { Pool } from 'pg';
import { loadConfig } from './config.ts';
import { currentTime } from './db/current-time.ts';
import { startOutgoing } from './db/outgoing-pauses.ts';
import { openDatabase } from './embedded-postgres/open-database.ts';
import { startApiProcesses } from './process/api-processes.ts';
import { type Demo, demoTeam } from './process/first-start.ts';
import { configured, type Life, live, onceUp, StartError } from './process/life.ts';
import { mainLog } from './process/main-log.ts';
import { ProcessRow } from './process/process-row.ts';
import { migrateWhenReachable, serveApi } from './process/serve-api.ts';
import { welcome } from './process/welcome.ts';
import { DEFAULT_LANGUAGE } from './shared/language/language.ts';
import { Outgoing } from './shared/process/outgoing.ts';
import { keepServerUrl } from './shared/process/server-url.ts';
import { deriveKey } from './shared/secrets/seal.ts';
import { databaseClock } from './shared/time/clock.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { loadAhead } from './web/load-ahead.ts';
import { createWorkerPool, loadJobs, startWorker } from './worker/start-worker.ts';

// The API, the worker and the embedded database in one process, which main.ts starts, and which ends with it.
process.once('disconnect', () => process.exit(1));
const config = configured(() => loadConfig(process.env));
const { log, file: logFile, write } = mainLog(config);

if (logFile) {
  process.once('exit', (code) => {
    if (code === 0) process.stdout.write('  Stopped.\n');
  });
}

await live(log, async (life) => {
  // Loads modules while PostgreSQL starts. If that fails, the later `await` of the same load reports it.
  Promise.all([config.apiProcesses === 1 && loadAhead(), loadJobs()]).catch(() => undefined);
  life.afterStop(await startTracing(config.tracing, log));
  const databaseUrl = await openOwnDatabase(life);
  const outgoing = new Outgoing();
  await startApi(databaseUrl, outgoing, life);
  if (!config.databaseUrl) keepServerUrl(config.dataDir, config.publicUrl);
  const pool = createWorkerPool(databaseUrl, log, config);
  life.afterStop(() => pool.end());
  if (config.apiProcesses > 1) await joinProcesses(pool, outgoing, life);
  const demo = await findDemo(pool, life);
  // Before the worker, so that no synchronization finds the demo's CRM closed.
  const crmUrl = demo && (await openDemoCrm(demo, pool, life));
  await loadJobs();
  const starting = startWorker({ config, databaseUrl, pool, outgoing, clock: databaseClock, log });
  life.onStop(onceUp(starting, (worker) => worker.stop()));
  await starting;
  if (demo && config.demoTraffic) await startDemoTraffic(demo, pool, life);
  if (life.stopping.aborted) return;
  process.stdout.write(welcome({ config, demo, crmUrl, logFile }));
  // Without a callback, a main.ts that has ended would cause an uncaught error.
  process.send?.('ready', undefined, undefined, () => undefined);
});

/** Does for this process what each of the API processes does for itself. */
async function joinProcesses(pool: Pool, outgoing: Outgoing, life: Life): Promise<void> {
  const row = new ProcessRow({ pool, kind: 'main', config, life, log });
  await row.renew();
  row.keep();
  const { stopping } = life;
  await startOutgoing(pool, outgoing, { isOn: config.outgoing, log, stopping });
}

async function openOwnDatabase(life: Life): Promise<string> {
  const tell = (line: string) => console.error(line);
  const opening = openDatabase(config, 'server', { tell, signal: life.stopping });
  life.afterStop(onceUp(opening, (database) => database.close()));
  try {
    return (await opening).url;
  } catch (cause) {
    throw new StartError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function startApi(databaseUrl: string, outgoing: Outgoing, life: Life): Promise<void> {
  if (config.apiProcesses === 1) {
    return serveApi({ kind: 'main', config, databaseUrl, life, outgoing, log });
  }
  await migrateWhenReachable(databaseUrl, { log, stopping: life.stopping });
  const env = {
    DATABASE_URL: config.pooledUrl ?? databaseUrl,
    LISTEN_WHEN_READY: config.listenWhenReady ? 'on' : 'off',
    ENCRYPTION_KEY: config.encryptionKey.map((key) => key?.toString('base64')).join(),
  };
  await startApiProcesses({ count: config.apiProcesses, life, log, env, write });
}

/** A failure to make the demo team is logged, and the API serves without it. */
async function findDemo(pool: Pool, life: Life): Promise<Demo | undefined> {
  if (config.databaseUrl) return undefined;
  try {
    const { stopping } = life;
    return await demoTeam(pool, config, { now: await currentTime(pool), stopping });
  } catch (err) {
    // If the process is stopping, the next start makes the demo team.
    if (!life.stopping.aborted) log.error({ err }, 'the demo team could not be made');
    return undefined;
  }
}

/** The CRM of the demo team. Without it, the demo team has no CRM to connect, and all else works. */
async function openDemoCrm(
  { tenant_id: tenantId, made_at, language = DEFAULT_LANGUAGE }: Demo,
  pool: Pool,
  life: Life,
): Promise<string | undefined> {
  const { dataDir, publicUrl, encryptionKey } = config;
  // The CRM of a demo team of an older release has its file already.
  const made = { now: new Date(made_at ?? 0), language };
  // Only installations with a demo team need this module.
  const { serveDemoCrm } = await import('./seed/demo-crm/serve-demo-crm.ts');
  const opening = serveDemoCrm({ dataDir, tenantId, made, publicUrl, pool, log, encryptionKey });
  life.afterStop(onceUp(opening, (server) => server.close()));
  try {
    return (await opening).url;
  } catch (err) {
    if (!life.stopping.aborted) log.error({ err }, 'the CRM of the demo team could not be started');
    return undefined;
  }
}

/**
 * The demo team has new requests, trainings and deliveries as long as the server runs. A demo team without `made_at`
 * comes from an older release. Somebody may use it by now, so it gets no traffic.
 */
async function startDemoTraffic(demo: Demo, pool: Pool, life: Life): Promise<void> {
  const { tenant_id: tenantId, made_at } = demo;
  if (!made_at) return;
  const { startTraffic } = await import('./seed/demo/traffic/start-traffic.ts');
  const { dataDir, encryptionKey } = config;
  const secretKey = deriveKey(encryptionKey, 'webhook-secret');
  const madeAt = new Date(made_at);
  const traffic = startTraffic({ dataDir, tenantId, madeAt, secretKey, pool, log });
  life.onStop(() => traffic.stop());
}
