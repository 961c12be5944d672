import pg from 'pg';
import { advisoryLocks } from '../db/advisory-locks.ts';
import { isUnavailable } from '../db/database-error.ts';
import { connectionName } from '../shared/process/own-release.ts';

/** The use of a PostgreSQL by a process of the service that has not started it. */
export type DatabaseUse = { end(): Promise<void> };

/**
 * Keeps PostgreSQL running until this use ends. Returns undefined if PostgreSQL is shutting down: it then
 * refuses every new connection, even from a process that already has one.
 */
export async function beginUse(url: string): Promise<DatabaseUse | undefined> {
  const connection = connectionTo(url);
  try {
    await connection.connect();
    await connection.query('select pg_advisory_lock_shared($1)', [advisoryLocks.embeddedInUse]);
    // If PostgreSQL has already ended, closing its connection may fail, which is not an error.
    return { end: () => connection.end().catch(() => undefined) };
  } catch (error) {
    await connection.end().catch(() => undefined);
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

/**
 * Waits until no other process uses PostgreSQL. This function never closes its connection. So it
 * keeps the lock, and new users wait for it until PostgreSQL has stopped.
 */
export async function waitUntilUnused(url: string): Promise<void> {
  const connection = connectionTo(url);
  try {
    await connection.connect();
    await connection.query('select pg_advisory_lock($1)', [advisoryLocks.embeddedInUse]);
  } catch (error) {
    // If PostgreSQL has ended, no process uses it.
    if (!isUnavailable(error)) throw error;
  }
}

/** A connection that may be lost when PostgreSQL ends, which is not an error. */
function connectionTo(url: string): pg.Client {
  const connection = new pg.Client({
    connectionString: url,
    application_name: connectionName('client'),
  });
  connection.on('error', () => undefined);
  return connection;
}
