import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as QueueLogger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import { createQueuePool } from '../../db/pool.ts';
import type { Logger } from '../../shared/log.ts';
import type { Tasks } from './define-task.ts';

const RESTART_MS = 1_000;
const STOP_MS = 15_000;

type Options = {
  databaseUrl: string;
  tasks: Tasks;
  concurrency: number;
  /** How many jobs are fetched ahead; for tasks that take no time. */
  ahead?: number;
  events: WorkerEvents;
  log: Logger;
};

export type Queue = { readonly isRunning: boolean; stop(): Promise<void> };

/** A runner of the queue for some of its tasks. One that ends by itself is followed by another. */
export async function runQueue(options: Options): Promise<Queue> {
  let runner: OwnRunner | undefined = await startRunner(options);
  const stopping = new AbortController();
  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        runner ??= await startRunner(options);
        // Told to stop while it started.
        if (stopping.signal.aborted) await runner.stop();
        await runner.promise;
      } catch (err) {
        options.log.warn({ err }, 'a runner of the queue has ended; another one starts');
      }
      await Promise.race([runner?.close(), sleep(STOP_MS, undefined, { ref: false })]);
      runner = undefined;
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const supervised = supervise();
  const end = async (): Promise<void> => {
    // One that has just ended by itself needs no stopping.
    await runner?.stop().catch(() => undefined);
    await supervised;
  };
  return {
    get isRunning() {
      return runner !== undefined;
    },
    async stop() {
      stopping.abort();
      // A database that has frozen holds nobody up for ever.
      await Promise.race([end(), sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

type OwnRunner = Pick<Runner, 'promise' | 'stop'> & { close(): Promise<void> };

/** On connections of its own, so that it is known when the last of them is closed. */
async function startRunner(options: Options): Promise<OwnRunner> {
  const { databaseUrl, tasks, concurrency, ahead, events, log } = options;
  const pool = createQueuePool(databaseUrl, { max: Math.min(concurrency + 2, 6), log });
  const runner = await run({
    pgPool: pool,
    events,
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload)]),
    ),
    noHandleSignals: true,
    parsedCronItems: [],
    logger: queueLogger(log),
    preset: {
      worker: {
        concurrentJobs: concurrency,
        // New jobs are announced; this finds those whose time has come, and what was not heard.
        pollInterval: 2_000,
        gracefulShutdownAbortTimeout: 10_000,
        // In batches also where there is one job at a time: the queue does not wait for the end of a
        // single one to be written down, and a database that is away then would end the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        ...(ahead ? { localQueue: { size: ahead } } : {}),
      },
    },
  }).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  return { promise: runner.promise, stop: () => runner.stop(), close: () => pool.end() };
}

/** The queue speaks of every job; what an operator must know of it is what went wrong. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return;
    const err = meta && 'error' in meta ? meta.error : undefined;
    log.warn({ err, task: scope.taskIdentifier, job: scope.jobId }, `queue: ${message}`);
  });
}
