import { Logger, run, runOnce } from 'graphile-worker';
import type pg from 'pg';
import type { Tasks } from '../../../src/worker/queue/run-queue.ts';

const logger = new Logger(() => () => undefined);

/** As in the product: without a delay, the queue would not wait until the ends of jobs are stored. */
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
const options = { preset, logger, noHandleSignals: true };

/** The queue requires an error listener on a pool. A lost connection fails the test anyway. */
function watched(pgPool: pg.Pool): pg.Pool {
  for (const event of ['error', 'connect'] as const) {
    if (pgPool.listenerCount(event) === 0) pgPool.on(event, () => undefined);
  }
  return pgPool;
}

/** Runs the due jobs, and the jobs that they add, with the real queue. */
export async function runJobs(pool: pg.Pool, taskList: Tasks): Promise<void> {
  await runOnce({ ...options, pgPool: watched(pool), taskList });
}

/** Runs the real queue until the test stops it. */
export function startQueue(pool: pg.Pool, taskList: Tasks) {
  return run({ ...options, pgPool: watched(pool), taskList, concurrency: 2 });
}

type Job = { task: string; attempts: number; last_error: string | null };

export async function waitingJobs(pool: pg.Pool): Promise<Job[]> {
  const { rows } = await pool.query(
    'select task_identifier as task, attempts, last_error from graphile_worker.jobs order by id',
  );
  return rows;
}
