import { createLogger } from '../../../src/shared/log.ts';
import { deriveKey } from '../../../src/shared/seal.ts';
import { erasureTask } from '../../../src/worker/erasure/erasure-task.ts';
import { encryptionKey, type TestApi } from '../../harness/api.ts';
import { runJobs } from '../../worker/harness/queue.ts';

const sealKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'idempotency');

/** Does what a worker does for the erasures that were asked for. */
export async function runErasures({ sql, clock }: TestApi): Promise<void> {
  await runJobs(sql, erasureTask({ pool: sql, clock, log: createLogger('silent'), sealKey }));
}
