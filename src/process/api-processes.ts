import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from '../shared/process/log.ts';
import { serveMetricsToProcesses } from '../web/metrics-source.ts';
import { type Life, StartError } from './life.ts';
import { MOST_ENDS, Restarts } from './restarts.ts';
import { SharedPort } from './shared-port.ts';

type ApiProcessesOptions = {
  count: number;
  life: Life;
  log: Logger;
  /** Further variables for the environment of the processes. */
  env?: Record<string, string>;
  /**
   * Takes the log lines of the processes. If it is missing, they go to the standard output of this process.
   */
  write?: (lines: string) => void;
};

/**
 * Runs several API processes behind one port, and replaces one that dies. If too many die, all of them end.
 */
export async function startApiProcesses(options: ApiProcessesOptions): Promise<void> {
  const { count, life, log } = options;
  // Each process accepts its connections from the kernel. A connection that the primary passed to a
  // dying process would stay open without an answer.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  serveMetricsToProcesses();
  const port = new SharedPort(life.stopping);
  const restarts = new Restarts(count);
  const pending = new Set<NodeJS.Timeout>();

  const fork = (): Promise<boolean> => {
    const born = performance.now();
    const replace = (end: End): void => {
      if (life.stopping.aborted) return;
      const pause = restarts.pauseAfter(performance.now() - born);
      if (pause === undefined) {
        const line = `The API processes have ended ${MOST_ENDS * count} times within a minute; the lines above say why`;
        log.error(end, 'an API process has ended');
        void life.fail(new StartError(line));
        return;
      }
      log.error({ ...end, pause }, 'an API process has ended');
      const timer = setTimeout(() => {
        pending.delete(timer);
        void fork();
      }, pause);
      pending.add(timer);
    };
    try {
      // If others serve already, they get the requests until this process can answer.
      const worker = spawn(options, port.wasReady ? { LISTEN_WHEN_READY: 'on' } : {});
      onceEnded(worker, replace);
      return cameUp(worker, port);
    } catch (err) {
      // Node throws some failures, such as ENOMEM.
      replace({ err });
      return Promise.resolve(false);
    }
  };

  const coming = Array.from({ length: count }, fork);
  life.onStop(async () => {
    for (const timer of pending) clearTimeout(timer);
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map(endWorker));
  });
  // A person watches the very first start, so its error is reported and not tried again.
  if (!(await Promise.race(coming)))
    throw new StartError('The API processes do not start; the line above says why');
}

function spawn({ env, log, write }: ApiProcessesOptions, further: Record<string, string>): Worker {
  const exec = path.join(import.meta.dirname, '../api.ts');
  const args = process.argv.slice(2);
  cluster.setupPrimary({ exec, args, silent: write !== undefined });
  const worker = cluster.fork({ ...env, ...further });
  // The process died during a write. Its `exit` event reports that.
  worker.on('error', (err) => {
    if (worker.process.pid !== undefined) log.warn({ err }, 'an API process could not be reached');
  });
  const { pid } = worker.process;
  if (pid !== undefined) log.info({ pid }, 'an API process was started');
  if (write) {
    if (worker.process.stdout) passLinesOn(worker.process.stdout, write);
    worker.process.stderr?.pipe(process.stderr, { end: false });
  }
  return worker;
}

/** Passes on only whole lines, because several processes write to one place. */
function passLinesOn(output: Readable, write: (lines: string) => void): void {
  let partial = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) write(partial + text.slice(0, end));
    partial = end > 0 ? text.slice(end) : partial + text;
  });
}

type End = { pid?: number | undefined; code?: number; signal?: string; err?: unknown };

/** A process that could not be started (EAGAIN) has an `error` and no pid. It never has an `exit`. */
function onceEnded(worker: Worker, tell: (end: End) => void): void {
  const { pid } = worker.process;
  if (pid === undefined) worker.once('error', (err) => tell({ err }));
  else worker.once('exit', (code, signal) => tell({ pid, code, signal }));
}

/** False if the process ended before it was ready. */
function cameUp(worker: Worker, port: SharedPort): Promise<boolean> {
  return new Promise((resolve) => {
    port.listenTo(worker, () => resolve(true));
    onceEnded(worker, () => resolve(false));
  });
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await ended;
}
