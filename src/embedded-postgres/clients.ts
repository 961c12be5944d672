import pg from 'pg';
import { advisoryLocks } from '../db/advisory-locks.ts';
import { isUnavailable } from '../db/database-error.ts';

// A client is another process of ours that uses a PostgreSQL which it has not started itself.

export type EmbeddedClient = { leave(): Promise<void> };

/**
 * Keeps PostgreSQL running until this client leaves. Returns undefined when PostgreSQL is shutting
 * down. It then refuses all new connections, also from processes that are already connected.
 */
export async function enterAsClient(url: string): Promise<EmbeddedClient | undefined> {
  const client = connectionTo(url);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [advisoryLocks.embeddedInUse]);
    // PostgreSQL may have ended before, and the connection with it.
    return { leave: () => client.end().catch(() => undefined) };
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

/**
 * Waits until all clients have left. New clients block on the lock until PostgreSQL has stopped: the
 * connection stays open on purpose, so that none of them gets the lock.
 */
export async function waitUntilClientsLeave(url: string): Promise<void> {
  const client = connectionTo(url);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.embeddedInUse]);
  } catch (error) {
    // If PostgreSQL has ended, so have its clients.
    if (!isUnavailable(error)) throw error;
  }
}

/** A connection that may be lost when PostgreSQL ends, which is no error. */
function connectionTo(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, application_name: 'team-api client' });
  client.on('error', () => undefined);
  return client;
}
