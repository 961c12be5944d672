import process from 'node:process';
import { loadConfig } from './config.ts';
import { startOutgoing } from './db/outgoing-pauses.ts';
import { configured, live, onceUp } from './process/life.ts';
import { ProcessRow } from './process/process-row.ts';
import { migrateWhenReachable } from './process/serve-api.ts';
import { serveWorkerSite } from './process/serve-worker-site.ts';
import { watchPool } from './rest/metrics.ts';
import { createLogger } from './shared/process/log.ts';
import { Outgoing } from './shared/process/outgoing.ts';
import { databaseClock } from './shared/time/clock.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { databaseProbe, whyNotReady } from './web/readiness.ts';
import { createWorkerPool, loadJobs, startWorker, type Worker } from './worker/start-worker.ts';

// The worker of a larger installation, beside its API. Any number of workers may run.
const config = configured(() => loadConfig(process.env, 'required'));
const log = createLogger(config.logLevel);

await live(log, async (life) => {
  life.afterStop(await startTracing(config.tracing, log));
  const url = config.databaseUrl ?? '';
  const pool = createWorkerPool(url, log, config);
  life.afterStop(() => pool.end());
  watchPool(pool);
  const health = {
    waitsFor: 'starting' as string | null,
    get draining() {
      return life.stopping.aborted;
    },
  };
  const databaseAnswers = databaseProbe(pool);
  let worker: Worker | undefined;
  const notReady = async () =>
    (await whyNotReady(health, databaseAnswers)) ??
    (worker?.isRunning ? null : 'the queue is not listened to');
  life.afterStop(await serveWorkerSite({ config, log, notReady }));
  const markOutdated = (reason: string) => {
    health.waitsFor = reason;
  };
  const row = new ProcessRow({ pool, kind: 'worker', config, life, log, markOutdated });
  await migrateWhenReachable(url, {
    log,
    stopping: life.stopping,
    next: () => row.renew(),
    waitsFor: (reason) => {
      health.waitsFor = `starting: ${reason}`;
    },
  });
  row.keep();
  const outgoing = new Outgoing();
  await startOutgoing(pool, outgoing, { isOn: config.outgoing, log, stopping: life.stopping });
  await loadJobs();
  const options = { config, databaseUrl: url, pool, outgoing, clock: databaseClock, log };
  const starting = startWorker(options);
  life.onStop(onceUp(starting, (own) => own.stop()));
  worker = await starting;
  health.waitsFor = null;
  log.info('ready');
});
