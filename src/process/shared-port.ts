import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';

// The messages between API processes that share a port and their primary.
const READY = 'ready';
const PORT_CLOSED = 'port closed';
const CLOSED_BY_ALL = 'port closed by all';

/**
 * How long a process waits for the answer of the primary. The primary may have ended, or only this process is
 * stopped while the others go on.
 */
const ANSWER_LIMIT_MS = 2_000;

/** Tells the primary that this API process can answer. */
export function reportReady(): void {
  say(READY);
}

/**
 * Resolves when no other process has the port open. A process calls this after it has closed its port. While
 * another process has the port open, clients that are sent away would connect to that process just as it
 * closes the port, and would lose their connection.
 */
export async function closedByAll(): Promise<void> {
  if (!cluster.isWorker) return;
  const answered = new Promise<void>((resolve) => {
    process.on('message', (message: unknown) => {
      if (message === CLOSED_BY_ALL) resolve();
    });
  });
  say(PORT_CLOSED);
  await Promise.race([answered, sleep(ANSWER_LIMIT_MS, undefined, { ref: false })]);
}

function say(message: string): void {
  // Without a callback, a primary that has ended would cause an uncaught error.
  process.send?.(message, undefined, undefined, () => undefined);
}

/** The messages that the primary gets from its processes. */
export class SharedPort {
  readonly #stopping: AbortSignal;
  readonly #closed = new Set<Worker>();
  /** True once a process has been ready. */
  wasReady = false;

  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
  }

  listenTo(worker: Worker, onReady: () => void): void {
    worker.on('message', (message: unknown) => {
      if (message === READY) {
        this.wasReady = true;
        onReady();
      }
      if (message === PORT_CLOSED) {
        this.#closed.add(worker);
        // A signal to the whole group of processes may have arrived too, and is handled first.
        setImmediate(() => this.#answer());
      }
    });
    worker.once('exit', () => this.#answer());
  }

  #answer(): void {
    if (this.#stopping.aborted && living().some((worker) => !this.#closed.has(worker))) return;
    for (const worker of this.#closed) {
      if (worker.isConnected()) worker.send(CLOSED_BY_ALL, () => undefined);
    }
    this.#closed.clear();
  }
}

function living(): Worker[] {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  return workers.filter((worker) => !worker.isDead());
}
