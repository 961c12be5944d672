import type { JobName, Payload } from '../shared/jobs.ts';
import type { Queryable } from './team-db.ts';

/** Adds a job for the worker, in the transaction of its cause. After the commit, `notifyWorkers` tells of it. */
export async function enqueue<N extends JobName>(
  client: Queryable,
  name: N,
  payload: Payload<N>,
): Promise<void> {
  const values = [name, JSON.stringify(payload)];
  await client.query({ name: 'enqueue', text: 'select enqueue($1, $2)', values });
}
