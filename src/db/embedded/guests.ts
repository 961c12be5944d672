import pg from 'pg';
import { advisoryLocks } from '../advisory-locks.ts';
import { isUnavailable } from '../database-error.ts';

export type Guest = { leave(): Promise<void> };

/**
 * Whoever is a guest works undisturbed until it leaves. Undefined when the owner is leaving: from
 * then on PostgreSQL takes no new connection, not even of those who have one already.
 */
export async function enterAsGuest(url: string): Promise<Guest | undefined> {
  const client = connectionTo(url);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [advisoryLocks.house]);
    // The connection may be gone already.
    return { leave: () => client.end().catch(() => undefined) };
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

/** Waits until all guests have left. Those who come meanwhile wait at the door until PostgreSQL ends. */
export async function guestsHaveLeft(url: string): Promise<void> {
  const client = connectionTo(url);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.house]);
  } catch (error) {
    // With PostgreSQL gone there are no guests.
    if (!isUnavailable(error)) throw error;
  }
}

/** It ends with PostgreSQL, which is no error. */
function connectionTo(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, application_name: 'team-api guest' });
  client.on('error', () => undefined);
  return client;
}
