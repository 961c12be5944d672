import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from '../shared/log.ts';
import { serveMetricsToProcesses } from '../web/metrics-source.ts';
import { type Life, StartError } from './life.ts';
import { SharedPort } from './shared-port.ts';

type ApiProcessesOptions = {
  count: number;
  life: Life;
  log: Logger;
  /** What the processes get to know besides our own environment. */
  env?: Record<string, string>;
  /** Where their log lines go; without it to our own standard output. */
  write?: (lines: string) => void;
};

/** Tells a process that others serve already: it opens the port when it can answer. */
export const LISTEN_WHEN_READY = '--listen-when-ready';

const SHORT_LIFE_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Several API processes behind one port. One that dies is replaced: soon after a long life,
 * ever later when its successors die young, so that a broken start never becomes a fork bomb.
 */
export async function startApiProcesses(options: ApiProcessesOptions): Promise<void> {
  const { count, life, log } = options;
  // Each process takes its connections from the kernel by itself. One that the primary has handed to
  // a process which dies before it takes it would stay open and never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  serveMetricsToProcesses();
  const port = new SharedPort(life.stopping);
  let pause = FIRST_PAUSE_MS;
  const pending = new Set<NodeJS.Timeout>();

  const fork = (): Promise<boolean> => {
    const born = performance.now();
    const worker = spawn(options, port.wasReady ? [LISTEN_WHEN_READY] : []);
    worker.once('exit', (code, signal) => {
      if (life.stopping.aborted) return;
      pause =
        performance.now() - born < SHORT_LIFE_MS
          ? Math.min(pause * 2, LONGEST_PAUSE_MS)
          : FIRST_PAUSE_MS;
      log.error({ pid: worker.process.pid, code, signal, pause }, 'an API process has ended');
      const timer = setTimeout(() => {
        pending.delete(timer);
        void fork();
      }, pause);
      pending.add(timer);
    });
    return cameUp(worker, port);
  };

  const coming = Array.from({ length: count }, fork);
  life.onStop(async () => {
    for (const timer of pending) clearTimeout(timer);
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map(endWorker));
  });
  // The first of all starts is watched by a person: what is wrong then is said, not tried again.
  if (!(await Promise.race(coming))) throw new StartError('The API processes do not start');
}

function spawn({ env = {}, log, write }: ApiProcessesOptions, args: string[]): Worker {
  const exec = path.join(import.meta.dirname, '../api.ts');
  cluster.setupPrimary({ exec, args, silent: write !== undefined });
  const worker = cluster.fork(env);
  // It dies while something is written to it; that it has died is told by its exit.
  worker.on('error', (err) => log.warn({ err }, 'an API process could not be reached'));
  log.info({ pid: worker.process.pid }, 'an API process was started');
  if (write) {
    if (worker.process.stdout) passLinesOn(worker.process.stdout, write);
    worker.process.stderr?.pipe(process.stderr, { end: false });
  }
  return worker;
}

/** Whole lines: those of several processes go to one place. */
function passLinesOn(output: Readable, write: (lines: string) => void): void {
  let begun = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) write(begun + text.slice(0, end));
    begun = end > 0 ? text.slice(end) : begun + text;
  });
}

/** False when it has ended before it was ready. */
function cameUp(worker: Worker, port: SharedPort): Promise<boolean> {
  return new Promise((resolve) => {
    port.listenTo(worker, () => resolve(true));
    worker.once('exit', () => resolve(false));
  });
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await ended;
}
