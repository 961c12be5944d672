import pg from 'pg';
import { distribute, removeLeftOvers } from '../../src/cli/shard/distribute.ts';
import { TEMPLATE } from './template.ts';

/**
 * `CITUS=postgres://…/… npm test -- …` runs the tests on a cluster. The address is that of a database of the
 * coordinator, which knows all nodes. Each test file has a database of its own on every node. The caller provides the
 * servers; the tests drop the databases that they make.
 */
export async function startOnCitus(
  url: string,
  migrate: (url: string) => Promise<unknown>,
): Promise<{ servers: string[] }> {
  const template = await makeOnCitus(url, TEMPLATE);
  await migrate(template.url);
  await withClient(template.url, spread);
  for (const server of template.servers) await withClient(server, leaveAlone);
  return { servers: template.servers };
}

type OnCitus = {
  /** The empty database of the coordinator, which knows all nodes. */
  url: string;
  /** The database `postgres` of each node, the coordinator first. */
  servers: string[];
};

/** Makes a database on all nodes of a cluster. A former one with the same name is dropped. */
export async function makeOnCitus(clusterUrl: string, name: string): Promise<OnCitus> {
  const nodes = await withClient(clusterUrl, async (client) => {
    const { rows } = await client.query<{ host: string; port: number; isCoordinator: boolean }>(
      `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node
       where noderole = 'primary' order by groupid`,
    );
    return rows;
  });
  const [coordinator, ...workers] = nodes;
  if (!coordinator?.isCoordinator || workers.length === 0) {
    throw new Error('The database of the cluster does not name a coordinator and its workers');
  }
  const servers = nodes.map(({ host, port }) => {
    const server = new URL(databaseOn(clusterUrl, 'postgres'));
    server.host = `${host}:${port}`;
    return server.href;
  });
  for (const server of servers) await makeEmpty(server, name);
  const url = databaseOn(servers[0] ?? clusterUrl, name);
  await withClient(url, async (client) => {
    const { host, port } = coordinator;
    await client.query('select citus_set_coordinator_host($1, $2)', [host, port]);
    for (const worker of workers)
      await client.query('select citus_add_node($1, $2)', [worker.host, worker.port]);
  });
  return { url, servers };
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

async function makeEmpty(server: string, name: string): Promise<void> {
  await withClient(server, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
  });
  await withClient(databaseOn(server, name), (client) => client.query('create extension citus'));
}

/** Does what `cli shard` does, with a few shards only, because each test file makes a database. */
async function spread(client: pg.Client): Promise<void> {
  await client.query(`alter database ${TEMPLATE} set citus.enable_unsafe_triggers = on`);
  await client.query('set citus.shard_count = 4');
  await distribute(client, () => undefined);
  await removeLeftOvers(client, () => undefined);
}

/** Closes all connections: a template must have none, and Citus would keep one. */
async function leaveAlone(client: pg.Client): Promise<void> {
  await client.query(`alter database ${TEMPLATE} with allow_connections false`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    TEMPLATE,
  ]);
}
