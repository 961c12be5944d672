import { Logger as QueueLogger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type { Logger } from '../shared/log.ts';
import type { Tasks } from './define-task.ts';

type Options = {
  databaseUrl: string;
  tasks: Tasks;
  concurrency: number;
  /** How many jobs are fetched ahead; for tasks that take no time. */
  ahead?: number;
  events: WorkerEvents;
  log: Logger;
};

/** One runner of the queue for some of its tasks. */
export function runQueue(options: Options): Promise<Runner> {
  const { databaseUrl, tasks, concurrency, ahead, events, log } = options;
  return run({
    events,
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload)]),
    ),
    noHandleSignals: true,
    parsedCronItems: [],
    logger: queueLogger(log),
    preset: {
      worker: {
        connectionString: databaseUrl,
        concurrentJobs: concurrency,
        maxPoolSize: Math.min(concurrency + 2, 6),
        // New jobs are announced; this finds those whose time has come, and what was not heard.
        pollInterval: 2_000,
        gracefulShutdownAbortTimeout: 10_000,
        ...(ahead
          ? { localQueue: { size: ahead }, completeJobBatchDelay: 0, failJobBatchDelay: 0 }
          : {}),
      },
    },
  });
}

/** The queue speaks of every job; what an operator must know of it is what went wrong. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return;
    const err = meta && 'error' in meta ? meta.error : undefined;
    log.warn({ err, task: scope.taskIdentifier, job: scope.jobId }, `queue: ${message}`);
  });
}
