import { createLogger } from '../../../src/shared/process/log.ts';
import { erasureTasks } from '../../../src/worker/erasure/erasure-tasks.ts';
import type { TestApi } from '../../harness/api.ts';
import { sealKey } from '../../harness/mailed-links.ts';
import { runJobs } from '../../worker/harness/queue.ts';

/** Runs the requested erasures as a worker does, and returns the lines that it logs. */
export async function runErasures({ sql, clock }: TestApi): Promise<string[]> {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => lines.push(line) });
  await runJobs(sql, erasureTasks({ pool: sql, clock, log, sealKey }));
  return lines;
}
