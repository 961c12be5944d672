import { loadConfig } from '../../src/config.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { Outgoing } from '../../src/shared/process/outgoing.ts';
import { SECOND_MS } from '../../src/shared/time/durations.ts';
import { createWorkerPool, startWorker } from '../../src/worker/start-worker.ts';
import { encryptionKey, type TestApi } from './api.ts';
import { plans } from './plans.ts';
import { receiverCaFile } from './receiver.ts';

/** With these settings an API and a worker can reach the receivers of tests, and no other private address. */
export const loopbackReceivers = {
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  WEBHOOK_CA_FILE: receiverCaFile,
};

const EVERY_MS = 200;

/**
 * Starts a worker whose timers of a second run five times a second, because tests wait for whole rounds of the sweep.
 */
async function withQuickRounds<T>(start: () => Promise<T>): Promise<T> {
  const { setInterval } = globalThis;
  const quick = (work: () => void, ms?: number, ...args: unknown[]) =>
    setInterval(work, ms === SECOND_MS ? EVERY_MS : ms, ...args);
  globalThis.setInterval = quick as typeof setInterval;
  try {
    return await start();
  } finally {
    globalThis.setInterval = setInterval;
  }
}

type WorkerOptions = { inRealTime?: boolean };

/** Runs the real worker inside of the test's process, on the database of the API. */
export async function startTestWorker(
  api: TestApi,
  env: Record<string, string> = {},
  { inRealTime = false }: WorkerOptions = {},
) {
  const log = createLogger('fatal');
  const config = loadConfig({
    DATABASE_URL: api.database.url,
    ENCRYPTION_KEY: encryptionKey,
    DATABASE_PLANS: plans,
    ...loopbackReceivers,
    ...env,
  });
  const pool = createWorkerPool(api.database.url, log, config);
  const start = () =>
    startWorker({
      config,
      databaseUrl: api.database.url,
      pool,
      outgoing: Outgoing.opened(),
      // The time of the API's rows. By the real time, housekeeping would remove the sessions of the tests.
      clock: api.clock,
      log,
    });
  const worker = await (inRealTime ? start() : withQuickRounds(start));
  return {
    isRunning: () => worker.isRunning,
    async stop() {
      await worker.stop();
      await pool.end();
    },
  };
}
