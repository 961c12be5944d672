import cluster from 'node:cluster';
import { ConfigError } from '../config.ts';
import type { Logger } from '../shared/log.ts';

export type Stop = () => Promise<unknown>;

/** What a start gets, so that the process can be ended at every moment of it. */
export type Life = {
  /** Registers the end of a part that serves. These end first, all at the same time. */
  onStop(end: Stop): void;
  /** Registers the end of what such parts need. These end after them, the latest first. */
  afterStop(end: Stop): void;
  /** Aborted when the process begins to end: whoever waits in a start gives up. */
  stopping: AbortSignal;
};

/** What the person who starts the process can put right: one line says it all, a stack nothing. */
export class StartError extends Error {
  override name = 'StartError';
}

const STOP_LIMIT_MS = 25_000;
// npm passes Ctrl-C on although the terminal has sent it to us as well.
const SAME_SIGNAL_MS = 1_000;

/**
 * The life of a process: it starts, serves until SIGTERM, SIGINT or SIGHUP (a terminal that is
 * closed), lets its work finish and exits 0. A second signal ends it at once. A start that fails
 * ends what has come up so far; an error that nobody caught ends the process at once. Both exit 1.
 */
export async function live(log: Logger, start: (life: Life) => Promise<unknown>): Promise<void> {
  const parts = new Parts(log);
  let signalled: number | undefined;

  const end = async (code: number) => {
    if (parts.stopping.aborted) return;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    const inOrder = await parts.end();
    if (inOrder && code === 0) log.info('stopped');
    process.exit(inOrder ? code : 1);
  };
  const endBySignal = (signal: NodeJS.Signals) => {
    if (signalled !== undefined) {
      // The second one of an API process may come from its primary, after one to the whole group. A
      // primary that ends at once takes it along.
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
  // Whoever read our output has gone; that is no reason to end.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);

  try {
    await start(parts);
  } catch (error) {
    // A start that is cut short fails in whatever way; that is no news.
    if (parts.stopping.aborted) return;
    report(log, error);
    await end(1);
  }
}

/** The end of something that may still be coming up: it is waited for, and ended if it came. */
export function onceUp<T>(coming: Promise<T>, end: (part: T) => Promise<unknown>): Stop {
  return () => coming.then(end, () => undefined);
}

/** What has come up so far, and in which order it ends. */
class Parts implements Life {
  readonly #log: Logger;
  readonly #ending = new AbortController();
  readonly #serving: Stop[] = [];
  readonly #needed: Stop[] = [];
  #inOrder = true;

  constructor(log: Logger) {
    this.#log = log;
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

  /** Ends everything, also what comes up meanwhile; false when something did not end as it should. */
  async end(): Promise<boolean> {
    this.#ending.abort();
    while (this.#serving.length + this.#needed.length > 0) {
      await Promise.all(this.#serving.splice(0).map((end) => this.#run(end)));
      const end = this.#needed.pop();
      if (end) await this.#run(end);
    }
    return this.#inOrder;
  }

  /** The start goes no further than to its next part, whose end is registered already. */
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

/** Reads the configuration, or says what is wrong with it, one line a variable. */
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
  else log.fatal({ err: error }, 'ended by an error');
}
