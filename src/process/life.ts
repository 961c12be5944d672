import cluster from 'node:cluster';
import { ConfigError } from '../config.ts';
import type { Logger } from '../shared/process/log.ts';

export type Stop = () => Promise<unknown>;

/** The object that a start gets, so that the process can end at any moment of the start. */
export type Life = {
  /** Registers how a serving part ends. These parts end first, all at the same time. */
  onStop(end: Stop): void;
  /**
   * Registers how a part that others need ends. These parts end when the start itself has ended, the latest first.
   */
  afterStop(end: Stop): void;
  /** Aborted when the process begins to end, so that a waiting start gives up. */
  stopping: AbortSignal;
  /** Ends the process because of an error: its work finishes, and it exits 1. */
  fail(error: unknown): Promise<void>;
};

/** An error that the person who starts the process can repair. It is shown in one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

const STOP_LIMIT_MS = 25_000;
// npm passes Ctrl-C on, although the terminal has already sent it to us.
const SAME_SIGNAL_MS = 1_000;

/**
 * Runs a process: it starts, serves until SIGTERM, SIGINT or SIGHUP (a closed terminal), lets its
 * work finish and exits 0. A second signal ends it at once. A failing start ends the parts that have
 * started. An uncaught error ends the process at once. Both exit 1.
 */
export async function live(log: Logger, start: (life: Life) => Promise<unknown>): Promise<void> {
  const fail = (error: unknown) => {
    report(log, error);
    return end(1);
  };
  const parts = new Parts(log, fail);
  let started: Promise<unknown> = Promise.resolve();
  let signalled: number | undefined;

  const end = async (code: number) => {
    if (parts.stopping.aborted) return;
    const giveUp = () => {
      log.error({ after_ms: STOP_LIMIT_MS }, 'the stop takes too long, so the process ends');
      process.exit(1);
    };
    setTimeout(giveUp, STOP_LIMIT_MS).unref();
    const inOrder = await parts.end(started);
    if (inOrder && code === 0) log.info('stopped');
    process.exit(inOrder ? code : 1);
  };
  const endBySignal = (signal: NodeJS.Signals) => {
    if (signalled !== undefined) {
      // The second signal of an API process may come from its primary, after a first one to the
      // whole group. If the primary ends at once, its processes end with it.
      if (cluster.isPrimary && performance.now() - signalled > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    signalled = performance.now();
    log.info({ signal }, 'stopping');
    void end(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, endBySignal);
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => {
      report(log, error);
      process.exit(1);
    });
  }
  // The reader of our output has ended. The process goes on.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);

  try {
    started = start(parts);
    await started;
  } catch (error) {
    // An interrupted start may fail in any way, and needs no log line.
    if (!parts.stopping.aborted) await fail(error);
  }
}

/**
 * Returns a function that ends a part which may still be starting: it waits for the part, and ends it if it
 * has started.
 */
export function onceUp<T>(coming: Promise<T>, end: (part: T) => Promise<unknown>): Stop {
  // A stop that cuts the start short leaves nobody who awaits the part.
  coming.catch(() => undefined);
  return () => coming.then(end, () => undefined);
}

/** The parts that have started, in the order in which they end. */
class Parts implements Life {
  readonly #log: Logger;
  readonly fail: Life['fail'];
  readonly #ending = new AbortController();
  readonly #serving: Stop[] = [];
  readonly #needed: Stop[] = [];
  #inOrder = true;

  constructor(log: Logger, fail: Life['fail']) {
    this.#log = log;
    this.fail = fail;
  }

  get stopping(): AbortSignal {
    return this.#ending.signal;
  }

  onStop(end: Stop): void {
    this.#serving.push(end);
    this.#cutShort();
  }

  afterStop(end: Stop): void {
    this.#needed.push(end);
    this.#cutShort();
  }

  /**
   * Ends all parts, including those that start in the meantime. What the start still does may need any part until it
   * has ended, such as the pool. False if a part failed to end.
   */
  async end(started: Promise<unknown>): Promise<boolean> {
    this.#ending.abort();
    await this.#endServing();
    await started.catch(() => undefined);
    await this.#endServing();
    for (let end = this.#needed.pop(); end; end = this.#needed.pop()) await this.#run(end);
    return this.#inOrder;
  }

  async #endServing(): Promise<void> {
    await Promise.all(this.#serving.splice(0).map((end) => this.#run(end)));
  }

  /** Stops the start before its next part. */
  #cutShort(): void {
    this.#ending.signal.throwIfAborted();
  }

  async #run(end: Stop): Promise<void> {
    try {
      await end();
    } catch (error) {
      this.#inOrder = false;
      report(this.#log, error);
    }
  }
}

/** Reads the configuration, or reports its faults, one line for each variable. */
export function configured<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.lines) console.error(line);
    process.exit(1);
  }
}

function report(log: Logger, error: unknown): void {
  if (error instanceof StartError) console.error(error.message);
  else log.fatal({ err: error }, 'the process ends because of an error');
}
