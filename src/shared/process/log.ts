import pino from 'pino';
import { standardOutput } from './standard-output.ts';

export type Logger = pino.Logger;

/** Writes JSON lines. Callers name each field and never log a key, an e-mail or a body. */
export function createLogger(
  level: string,
  destination: pino.DestinationStream = standardOutput,
): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  const log = pino(options, destination);
  if (destination === standardOutput) {
    standardOutput.onDropped = (lines) => log.warn({ lines }, 'log lines were dropped');
  }
  return log;
}

const DEPTH = 3;
const SQLSTATE = /^[0-9A-Z]{5}$/;
// The messages of data exceptions quote the value, and the value may be a person's name or e-mail.
const QUOTES_A_VALUE = /^22/;

/**
 * Keeps only the parts of an error that show where it happened: a database error contains rows and a whole
 * connection.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  const quotes = code !== undefined && SQLSTATE.test(code) && QUOTES_A_VALUE.test(code);
  return {
    type: error.constructor.name,
    code,
    constraint,
    message: quotes ? 'withheld: it may quote a value' : error.message,
    // The first line of the stack repeats the message.
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    cause:
      error.cause === undefined || depth === DEPTH
        ? undefined
        : describeError(error.cause, depth + 1),
  };
}
