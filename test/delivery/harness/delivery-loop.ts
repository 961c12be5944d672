import { onTestFinished } from 'vitest';
import { createLogger } from '../../../src/shared/process/log.ts';
import { deriveKey } from '../../../src/shared/secrets/seal.ts';
import { DeliveryLoop } from '../../../src/worker/delivery/delivery-loop.ts';
import { DeliverySender } from '../../../src/worker/delivery/delivery-sender.ts';
import { findDue } from '../../../src/worker/delivery/find-due.ts';
import { Recorder } from '../../../src/worker/delivery/recorder.ts';
import { createWorkerPool } from '../../../src/worker/start-worker.ts';
import { encryptionKey } from '../../harness/api.ts';
import { newClient } from '../../harness/egress.ts';

/** A delivery loop without timers: it sweeps when the test says so. */
export function makeDeliveryLoop(
  databaseUrl: string,
  { timeoutMs, leaseMs }: { timeoutMs: number; leaseMs: number },
) {
  const logged: string[] = [];
  const log = createLogger('error', { write: (line) => void logged.push(line) });
  const pool = createWorkerPool(databaseUrl, log);
  const client = newClient({ timeoutMs });
  const secretKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');
  const recorder = new Recorder({ pool, retryDelaysMs: [60_000], log });
  const sender = new DeliverySender({ client, secretKey });
  const loop = new DeliveryLoop({ pool, sender, recorder, leaseMs, timeoutMs, log });
  onTestFinished(async () => {
    await loop.stop(5_000);
    await client.close();
    await pool.end();
  });
  return { loop, recorder, logged, sweep: async () => loop.wake(await findDue(pool)) };
}
