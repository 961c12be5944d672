import { loadConfig } from '../../src/config.ts';
import { databaseClock } from '../../src/shared/clock.ts';
import { createLogger } from '../../src/shared/log.ts';
import { createWorkerPool, startWorker } from '../../src/worker/start-worker.ts';
import { encryptionKey, type TestApi } from './api.ts';
import { driver } from './driver.ts';
import { receiverCaFile } from './receiver.ts';

/** The settings with which an API and a worker reach the receivers of tests, and no other private address. */
export const loopbackReceivers = {
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  WEBHOOK_CA_FILE: receiverCaFile,
};

/** The real worker in the process of the test, on the database of its API. */
export async function startTestWorker(api: TestApi, env: Record<string, string> = {}) {
  const log = createLogger('fatal');
  const config = loadConfig({
    DATABASE_URL: api.database.url,
    ENCRYPTION_KEY: encryptionKey,
    DATABASE_DRIVER: driver,
    ...loopbackReceivers,
    ...env,
  });
  const pool = createWorkerPool(api.database.url, log, config);
  const worker = await startWorker({
    config,
    databaseUrl: api.database.url,
    pool,
    clock: databaseClock,
    log,
  });
  return {
    isRunning: () => worker.isRunning,
    async stop() {
      await worker.stop();
      await pool.end();
    },
  };
}
