import { codeOf } from '../shared/error-code.ts';

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/**
 * SQLSTATE classes and codes that say "not now" rather than "wrong" (D83): connection, resources
 * (a full disk too), operator intervention and time-outs, deadlocks, a database that is read-only
 * or not accepting connections.
 */
const notNow = /^(08|53|57|58|40001|40P01|25006|55000|55P03)/;

/** Whether the database was away or out of means, so that the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = codeOf(error);
  if (code) return unreachable.has(code) || notNow.test(code);
  return /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end/.test(
    error.message,
  );
}

/** The connection says nothing any more; what is sent on it now waits as well. */
export function isSilence(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  // An operation's failure has been given its code before the transaction hears of it.
  return error.message === 'Query read timeout' || isSilence(error.cause);
}
