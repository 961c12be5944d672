import process from 'node:process';
import { loadConfig } from './config.ts';
import { configured, live } from './process/life.ts';
import { migrateWhenReachable } from './process/serve-api.ts';
import { serveWorkerSite } from './process/serve-worker-site.ts';
import { watchPool } from './rest/metrics.ts';
import { systemClock } from './shared/clock.ts';
import { createLogger } from './shared/log.ts';
import { databaseProbe, whyNotReady } from './web/readiness.ts';
import { createWorkerPool, startWorker, type Worker } from './worker/start-worker.ts';

// What a larger installation does beside its API. Any number of workers may run.
const config = configured(() => loadConfig(process.env, 'own database'));
const log = createLogger(config.logLevel);

await live(log, async () => {
  const url = config.databaseUrl ?? '';
  const pool = createWorkerPool(url, log);
  watchPool(pool);
  const health = { ready: false, draining: false };
  const databaseAnswers = databaseProbe(pool);
  let worker: Worker | undefined;
  const notReady = async () =>
    (await whyNotReady(health, databaseAnswers)) ??
    (worker?.isRunning ? null : 'the queue is not listened to');
  const closeSite = await serveWorkerSite({ config, log, notReady });
  await migrateWhenReachable(url, log);
  worker = await startWorker({ config, databaseUrl: url, pool, clock: systemClock, log });
  health.ready = true;
  log.info('ready');
  return async () => {
    health.draining = true;
    await worker?.stop();
    await closeSite();
    await pool.end();
  };
});
