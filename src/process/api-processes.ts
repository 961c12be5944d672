import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import path from 'node:path';
import type { Logger } from '../shared/log.ts';
import { serveMetricsToProcesses } from '../web/metrics-source.ts';
import { type Life, StartError } from './life.ts';

type ApiProcessesOptions = {
  count: number;
  life: Life;
  log: Logger;
  /** What the processes get to know besides our own environment. */
  env?: Record<string, string>;
  /** Where their log lines go; without it to our own standard output. */
  write?: (lines: string) => void;
};

const READY = 'ready';
const SHORT_LIFE_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Several API processes behind one port. One that dies is replaced: soon after a long life,
 * ever later when its successors die young, so that a broken start never becomes a fork bomb.
 */
export async function startApiProcesses(options: ApiProcessesOptions): Promise<void> {
  const { count, life, log, env = {}, write } = options;
  cluster.setupPrimary({
    exec: path.join(import.meta.dirname, '../api.ts'),
    silent: write !== undefined,
  });
  serveMetricsToProcesses();
  let pause = FIRST_PAUSE_MS;
  const pending = new Set<NodeJS.Timeout>();

  const fork = (): Worker => {
    const born = Date.now();
    const worker = cluster.fork(env);
    log.info({ pid: worker.process.pid }, 'an API process was started');
    if (write) {
      worker.process.stdout?.setEncoding('utf8').on('data', write);
      worker.process.stderr?.pipe(process.stderr, { end: false });
    }
    worker.once('exit', (code, signal) => {
      if (life.stopping.aborted) return;
      pause =
        Date.now() - born < SHORT_LIFE_MS ? Math.min(pause * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
      log.error({ pid: worker.process.pid, code, signal, pause }, 'an API process has ended');
      const timer = setTimeout(() => {
        pending.delete(timer);
        fork();
      }, pause);
      pending.add(timer);
    });
    return worker;
  };

  const coming = Array.from({ length: count }, fork).map(cameUp);
  life.onStop(async () => {
    for (const timer of pending) clearTimeout(timer);
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map(endWorker));
  });
  await Promise.race(coming);
}

/** The first of all starts is watched by a person: what is wrong then is said, not tried again. */
async function cameUp(worker: Worker): Promise<void> {
  const up = new Promise<boolean>((resolve) => {
    worker.on('message', (message: unknown) => {
      if (message === READY) resolve(true);
    });
  });
  const down = once(worker, 'exit').then(() => false);
  if (!(await Promise.race([up, down]))) throw new StartError('The API processes do not start');
}

/** Said by an API process to the one that started it. */
export function reportReady(): void {
  process.send?.(READY);
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await ended;
}
