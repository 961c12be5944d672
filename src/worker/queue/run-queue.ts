import EventEmitter from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as QueueLogger, run, type Task, type WorkerEvents } from 'graphile-worker';
import { createQueuePool } from '../../db/pool.ts';
import { type Job, type JobName, jobs } from '../../shared/jobs.ts';
import type { Logger } from '../../shared/process/log.ts';
import { rootSpan, type SpanStart } from '../../tracing/span.ts';

/** The tasks of a queue by name. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>;

/**
 * Makes a task that checks its payload. A payload that does not fit throws, so the queue tries the job again
 * later: perhaps a newer version has written it, and a worker of that version can read it.
 */
export function defineTask<N extends JobName>(
  name: N,
  handle: (job: Job<N>) => Promise<void>,
): Tasks {
  return { [name]: async (payload) => handle(jobs[name].parse(payload) as Job<N>) };
}

const RESTART_MS = 1_000;
const PATIENCE_MS = 15_000;

/** Called with the ids of the runners that live. */
type Presence = { add(runnerId: string): void; remove(runnerId: string): void };

type Options = {
  databaseUrl: string;
  tasks: Tasks;
  concurrency: number;
  /** How many jobs the runner fetches in advance. Set it only for very short tasks. */
  ahead?: number;
  presence: Presence;
  /** How long a runner may take to end. */
  patienceMs?: number;
  log: Logger;
};

export type Queue = { readonly isRunning: boolean; stop(): Promise<void> };

/**
 * Runs some tasks of the queue. A runner that cannot write the end of a job ends by itself. The next runner
 * starts at once, because the first one may need long to end, or may never end: if two writes of ends of jobs fail,
 * graphile-worker 0.18 counts an error twice.
 */
export async function runQueue(options: Options): Promise<Queue> {
  const { patienceMs = PATIENCE_MS, log } = options;
  let runner: QueueRunner | undefined = await startRunner(options);
  let closed: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        runner ??= await startRunner(options);
        // The worker has begun to stop while the runner started.
        if (stopping.signal.aborted) runner.stop();
        await runner.ending;
        if (!stopping.signal.aborted) log.warn('a runner of the queue ends; another one starts');
      } catch (err) {
        log.warn({ err }, 'a runner of the queue could not start; it is tried again');
      }
      closed = Promise.all([closed, runner?.close(patienceMs)]).then(() => undefined);
      runner = undefined;
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const supervised = supervise();
  return {
    get isRunning() {
      return runner !== undefined;
    },
    async stop() {
      stopping.abort();
      runner?.stop();
      const ended = supervised.then(() => closed);
      // A frozen database must not delay the stop for ever.
      await Promise.race([ended, sleep(patienceMs, undefined, { ref: false })]);
    },
  };
}

type QueueRunner = {
  /** Resolves when the runner takes no more jobs, by itself or because of a stop. */
  ending: Promise<void>;
  stop(): void;
  /** Waits up to `patienceMs` for the running jobs, and closes the connections. */
  close(patienceMs: number): Promise<void>;
};

/** Starts a runner with a pool of its own, so that closing the pool closes all its connections. */
async function startRunner(options: Options): Promise<QueueRunner> {
  const { databaseUrl, tasks, concurrency, ahead, presence, log } = options;
  const pool = createQueuePool(databaseUrl, { max: Math.min(concurrency + 2, 6), log });
  const events: WorkerEvents = new EventEmitter();
  const ids: string[] = [];
  events.on('pool:create', ({ workerPool }) => {
    ids.push(workerPool.id);
    presence.add(workerPool.id);
  });
  const ending = Promise.withResolvers<void>();
  events.on('pool:gracefulShutdown', () => ending.resolve());
  const runner = await run({
    pgPool: pool,
    events,
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]): [string, Task] => [
        name,
        (payload, { job }) => rootSpan(jobSpan(name, job), () => task(payload)),
      ]),
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
        // The ends of jobs are written in batches, even for a single job. The queue does not wait for a write
        // outside a batch, and an unreachable database would then end the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        ...(ahead ? { localQueue: { size: ahead } } : {}),
      },
    },
  }).catch(async (error: unknown) => {
    for (const id of ids) presence.remove(id);
    await pool.end();
    throw error;
  });
  const ended = runner.promise.catch((err: unknown) => {
    log.warn({ err }, 'a runner of the queue has ended with an error');
  });
  void ended.then(() => ending.resolve());
  return {
    ending: ending.promise,
    // A runner that ends by itself at the same moment rejects.
    stop: () => void runner.stop().catch(() => undefined),
    async close(patienceMs) {
      await Promise.race([ended, sleep(patienceMs, undefined, { ref: false })]);
      for (const id of ids) presence.remove(id);
      await Promise.race([pool.end(), sleep(patienceMs, undefined, { ref: false })]);
    },
  };
}

function jobSpan(name: string, { id, attempts }: { id: string; attempts: number }): SpanStart {
  return {
    name: `process ${name}`,
    kind: 'consumer',
    attributes: {
      'messaging.system': 'graphile_worker',
      'messaging.operation.type': 'process',
      'messaging.destination.name': name,
      'messaging.message.id': String(id),
      'team_api.attempt': attempts,
    },
  };
}

/** The queue logs every job. The operator gets only its warnings and errors. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return;
    const err = meta && 'error' in meta ? meta.error : undefined;
    log.warn({ err, task: scope.taskIdentifier, job: scope.jobId }, `queue: ${message}`);
  });
}
