import { ConfigError } from '../config.ts';
import type { Logger } from '../shared/log.ts';

export type Stop = () => Promise<void>;

/** What the person who starts the process can put right: one line says it all, a stack nothing. */
export class StartError extends Error {
  override name = 'StartError';
}

const STOP_LIMIT_MS = 25_000;
// npm passes Ctrl-C on although the terminal has sent it to us as well.
const SAME_SIGNAL_MS = 1_000;

/**
 * The life of a process: it starts, serves until SIGTERM or SIGINT, lets its work finish and exits
 * 0. A second signal ends it at once; an error that nobody caught is logged and ends it with 1.
 */
export async function live(log: Logger, start: () => Promise<Stop>): Promise<void> {
  let stop: Stop | undefined;
  let signalled: number | undefined;

  const end = (signal: NodeJS.Signals) => {
    if (signalled !== undefined) {
      if (Date.now() - signalled > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    signalled = Date.now();
    log.info({ signal }, 'stopping');
    // Nothing is being served yet; the embedded database ends when its pipe to us closes.
    if (!stop) process.exit(0);
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => failed(log, error),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('uncaughtException', (error) => failed(log, error));
  process.on('unhandledRejection', (error) => failed(log, error));
  // Whoever read our output has gone; that is no reason to end.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);

  try {
    stop = await start();
  } catch (error) {
    failed(log, error);
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

function failed(log: Logger, error: unknown): never {
  if (error instanceof StartError) console.error(error.message);
  else log.fatal({ err: error }, 'ended by an error');
  process.exit(1);
}
