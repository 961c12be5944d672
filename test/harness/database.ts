import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './template.ts';
import { until } from './until.ts';

export type TestDatabase = { url: string; name: string; drop(): Promise<void> };

/** Clones the migrated template. */
export async function cloneDatabase() {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServers((client) =>
    client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`),
  );
  const url = new URL(inject('databaseServer'));
  url.pathname = name;
  // PostgreSQL refuses to drop a database while a connection is open, and so finds leaks. A pooler and a cluster keep
  // connections of their own.
  const drop = () =>
    onServers((client) =>
      client.query(`drop database ${name}${keepsConnections() ? ' with (force)' : ''}`),
    );
  const isDropped = () =>
    drop().then(
      () => true,
      () => false,
    );
  return {
    url: url.href,
    name,
    drop,
    /** Drops it when killed processes have left their last connection. */
    dropOnceFree: () => until('the database to be free', isDropped),
  };
}

const keepsConnections = () => inject('pgbouncer') !== null || inject('databaseServers').length > 1;

export function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  return on(inject('databaseServer'), work);
}

/** Runs `work` on the server of the tests or, for a cluster, on all its nodes. */
async function onServers(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  for (const server of inject('databaseServers')) await on(server, work);
}

async function on(server: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
