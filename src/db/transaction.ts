import type pg from 'pg';
import { isSilence } from './database-error.ts';
import { notifyWorkers } from './notify-workers.ts';
import { TeamDb } from './team-db.ts';

/** Runs `work` on one connection between begin and commit; whatever it throws rolls back. */
export async function withTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const lose = (error: Error): void => {
    broken = error;
  };
  // Without a listener a connection that is lost between two statements would end the process.
  client.on('error', lose);
  try {
    // On its way together with the first statement of the work.
    const begun = client.query('begin');
    const [result] = await Promise.all([work(client), begun]);
    await client.query('commit');
    return result;
  } catch (error) {
    if (isSilence(error)) broken = error;
    else await client.query('rollback').catch(lose);
    throw error;
  } finally {
    client.off('error', lose);
    // A connection that cannot even roll back is not given to the next request.
    client.release(broken);
  }
}

export async function inTeamTransaction<T>(
  pool: pg.Pool,
  tenantId: string,
  work: (db: TeamDb) => Promise<T>,
): Promise<T> {
  let jobs = 0;
  const result = await withTransaction(pool, async (client) => {
    const db = new TeamDb(client, tenantId);
    const done = await work(db);
    jobs = db.jobs;
    return done;
  });
  if (jobs > 0) notifyWorkers(pool, jobs);
  return result;
}
