import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = { url: string; name: string; drop(): Promise<void> };

/** Clones the migrated template. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer((client) =>
    client.query(`create database ${name} template test_template strategy file_copy`),
  );
  const url = new URL(inject('databaseServer'));
  url.pathname = name;
  return {
    url: url.href,
    name,
    // PostgreSQL refuses this while a connection is open: an open connection is a leak. A pooler keeps
    // its connections.
    drop: () =>
      onServer((client) =>
        client.query(`drop database ${name}${inject('pgbouncer') ? ' with (force)' : ''}`),
      ),
  };
}

export async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServer') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
