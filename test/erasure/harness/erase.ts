import { createLogger } from '../../../src/shared/log.ts';
import { erasureTask } from '../../../src/worker/erasure/erasure-task.ts';
import type { TestApi } from '../../harness/api.ts';
import { sealKey } from '../../harness/mailed-links.ts';
import { runJobs } from '../../worker/harness/queue.ts';

/** Does what a worker does for the erasures that were asked for. */
export async function runErasures({ sql, clock }: TestApi): Promise<void> {
  await runJobs(sql, erasureTask({ pool: sql, clock, log: createLogger('silent'), sealKey }));
}
