import pg from 'pg';
import { referenceTables, teamTables } from '../../src/db/table-families.ts';
import { TEMPLATE } from './template.ts';

/**
 * `CITUS=postgres://…/… npm test -- …` runs the tests on a cluster: the address is that of a database of the
 * coordinator that knows all nodes. Each test file then has a database of its own on every node. The
 * servers are those of the caller, and what the tests make there is dropped.
 */
export async function startOnCitus(
  url: string,
  migrate: (url: string) => Promise<unknown>,
): Promise<{ servers: string[] }> {
  const nodes = await withClient(url, async (client) => {
    const { rows } = await client.query<{ host: string; port: number; isCoordinator: boolean }>(
      `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node
       where noderole = 'primary' order by groupid`,
    );
    return rows;
  });
  const [coordinator, ...workers] = nodes;
  if (!coordinator?.isCoordinator || workers.length === 0) {
    throw new Error('The database of CITUS does not name a coordinator and its workers');
  }
  const servers = nodes.map(({ host, port }) => {
    const server = new URL(url);
    server.host = `${host}:${port}`;
    server.pathname = 'postgres';
    return server.href;
  });
  for (const server of servers) await makeEmpty(server);
  const template = databaseOn(servers[0] ?? url, TEMPLATE);
  await withClient(template, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [
      coordinator.host,
      coordinator.port,
    ]);
    for (const { host, port } of workers)
      await client.query('select citus_add_node($1, $2)', [host, port]);
  });
  await migrate(template);
  await withClient(template, spread);
  for (const server of servers) await withClient(server, leaveAlone);
  return { servers };
}

function databaseOn(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function makeEmpty(server: string): Promise<void> {
  await withClient(server, async (client) => {
    await client.query(`drop database if exists ${TEMPLATE} with (force)`);
    await client.query(`create database ${TEMPLATE}`);
  });
  await withClient(databaseOn(server, TEMPLATE), (client) =>
    client.query('create extension citus'),
  );
}

/** Does what an operator does for a database that is to be on several servers. */
async function spread(client: pg.Client): Promise<void> {
  await client.query(`set citus.enable_unsafe_triggers = on; set citus.shard_count = 4`);
  await client.query(`alter database ${TEMPLATE} set citus.enable_unsafe_triggers = on`);
  await client.query(`set citus.multi_shard_modify_mode = sequential`);
  await client.query('begin');
  for (const table of referenceTables)
    await client.query('select create_reference_table($1::regclass)', [table]);
  const [first, ...others] = teamTables;
  const distribute = `select create_distributed_table($1::regclass, 'tenant_id', colocate_with => $2)`;
  await client.query(distribute, [first, 'none']);
  for (const table of others) await client.query(distribute, [table, first]);
  await client.query('commit');
}

/** A template must have no connection, and Citus would keep one. */
async function leaveAlone(client: pg.Client): Promise<void> {
  await client.query(`alter database ${TEMPLATE} with allow_connections false`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    TEMPLATE,
  ]);
}
