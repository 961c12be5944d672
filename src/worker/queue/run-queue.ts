import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as QueueLogger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type { z } from 'zod';
import { createQueuePool } from '../../db/pool.ts';
import type { Logger } from '../../shared/log.ts';

/** The tasks of a queue by name. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>;

/**
 * A task whose payload is checked. A payload that does not fit throws, so the queue tries the job
 * again later: perhaps a newer version wrote it, whose workers can read it.
 */
export function defineTask<Payload>(
  name: string,
  schema: z.ZodType<Payload>,
  handle: (payload: Payload) => Promise<void>,
): Tasks {
  return { [name]: async (payload) => handle(schema.parse(payload)) };
}

const RESTART_MS = 1_000;
const STOP_MS = 15_000;

type Options = {
  databaseUrl: string;
  tasks: Tasks;
  concurrency: number;
  /** How many jobs the runner fetches in advance. Set it only for very short tasks. */
  ahead?: number;
  events: WorkerEvents;
  log: Logger;
};

export type Queue = { readonly isRunning: boolean; stop(): Promise<void> };

/** Runs some tasks of the queue. If the runner ends by itself, another one starts. */
export async function runQueue(options: Options): Promise<Queue> {
  let runner: RunnerWithPool | undefined = await startRunner(options);
  const stopping = new AbortController();
  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        runner ??= await startRunner(options);
        // The worker was told to stop while the runner started.
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
    // If the runner has just ended by itself, its promise rejects.
    await runner?.stop().catch(() => undefined);
    await supervised;
  };
  return {
    get isRunning() {
      return runner !== undefined;
    },
    async stop() {
      stopping.abort();
      // A frozen database must not delay the stop for ever.
      await Promise.race([end(), sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

type RunnerWithPool = Pick<Runner, 'promise' | 'stop'> & { close(): Promise<void> };

/** Starts a runner with a pool of its own, so that closing the pool closes all its connections. */
async function startRunner(options: Options): Promise<RunnerWithPool> {
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
        // PostgreSQL announces new jobs. Polling finds delayed jobs and jobs whose announcement was
        // lost.
        pollInterval: 2_000,
        gracefulShutdownAbortTimeout: 10_000,
        // Write the end of jobs in batches, even of a single job: the queue does not wait for a
        // write outside a batch, and an unreachable database would then end the process.
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

/** The queue logs every job. The operator gets only its warnings and errors. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return;
    const err = meta && 'error' in meta ? meta.error : undefined;
    log.warn({ err, task: scope.taskIdentifier, job: scope.jobId }, `queue: ${message}`);
  });
}
