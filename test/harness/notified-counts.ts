import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Records the number of jobs in each message to the workers of a database, until the test ends. */
export async function notifiedCounts(databaseUrl: string): Promise<number[]> {
  const listener = new pg.Client({ connectionString: databaseUrl });
  await listener.connect();
  onTestFinished(() => listener.end());
  const counts: number[] = [];
  listener.on('notification', ({ payload = '' }) => counts.push(JSON.parse(payload).count));
  await listener.query('listen "jobs:insert"');
  return counts;
}
