import { codeOf } from '../shared/errors/system-error-code.ts';

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
 * SQLSTATE classes and codes of temporary failures (D83): connection, resources (a full disk too),
 * operator intervention, time-outs, deadlocks, and a database that is read-only or refuses
 * connections.
 */
const notNow = /^(08|53|57|58|40001|40P01|25006|55000|55P03)/;

/**
 * What a coordinator of Citus says, without an SQLSTATE that tells it, when its own server is killed while it
 * waits for a node, and when a node is lost in the middle of a change.
 */
const lostInCitus =
  /^(postmaster was shut down, exiting|server closed the connection unexpectedly|failure on connection marked as essential)/;

/** True if the database was unreachable or out of resources. The same request may then succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = codeOf(error);
  if (code === 'XX000') return lostInCitus.test(error.message);
  if (code) return unreachable.has(code) || notNow.test(code);
  return /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end/.test(
    error.message,
  );
}

/**
 * True if the connection should be closed. PgBouncer keeps the name of a statement that PostgreSQL did not
 * accept, and refuses it on this connection from then on. A write that is refused as read-only
 * may belong to another server by now, if the address is a name or a proxy.
 */
export function spoilsConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error) ?? '';
  return /^(08|26|42|25006)/.test(code) || spoilsConnection(error.cause);
}

/** True if a lock was not free within the limit of the transaction, even if an operation has wrapped the failure. */
export function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codeOf(error) === '55P03' || isLocked(error.cause);
}

/** True if the connection does not answer. A rollback on this connection would wait too. */
export function isSilence(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  // An operation may have wrapped the failure into an ApiError before the transaction gets it.
  return error.message === 'Query read timeout' || isSilence(error.cause);
}
