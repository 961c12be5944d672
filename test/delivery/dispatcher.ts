import { onTestFinished } from 'vitest';
import { createLogger } from '../../src/shared/log.ts';
import { deriveKey } from '../../src/shared/seal.ts';
import { Attempter } from '../../src/worker/delivery/attempt.ts';
import { Dispatcher } from '../../src/worker/delivery/dispatcher.ts';
import { findDue } from '../../src/worker/delivery/find-due.ts';
import { Recorder } from '../../src/worker/delivery/recorder.ts';
import { createWorkerPool } from '../../src/worker/start-worker.ts';
import { encryptionKey } from '../harness/api.ts';
import { newClient } from '../harness/egress.ts';

/** One that looks only when the test says so. */
export function startDispatcher(
  databaseUrl: string,
  { timeoutMs, leaseMs }: { timeoutMs: number; leaseMs: number },
) {
  const log = createLogger('silent');
  const pool = createWorkerPool(databaseUrl, log);
  const client = newClient({ timeoutMs });
  const secretKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');
  const recorder = new Recorder({ pool, retryDelaysMs: [60_000], log });
  const attempter = new Attempter({ client, secretKey });
  const dispatcher = new Dispatcher({ pool, attempter, recorder, leaseMs, timeoutMs, log });
  onTestFinished(async () => {
    await dispatcher.stop(5_000);
    await client.close();
    await pool.end();
  });
  return { dispatcher, recorder, look: async () => dispatcher.look(await findDue(pool)) };
}
