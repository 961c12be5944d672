import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Records how many jobs each message to the workers of a database names, until the test ends. */
export async function toldOf(databaseUrl: string): Promise<number[]> {
  const listener = new pg.Client({ connectionString: databaseUrl });
  await listener.connect();
  onTestFinished(() => listener.end());
  const told: number[] = [];
  listener.on('notification', ({ payload = '' }) => told.push(JSON.parse(payload).count));
  await listener.query('listen "jobs:insert"');
  return told;
}
