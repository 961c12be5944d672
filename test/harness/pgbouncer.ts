import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { databaseUser } from '../../src/embedded-postgres/system-user.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** The line that the handbook recommends to operators (docs/operations.md). */
const connectQuery =
  'set statement_timeout to 25000; set timezone to UTC; set enable_seqscan to off; set jit to off; set plan_cache_mode to force_generic_plan';

type Options = {
  folder: string;
  databaseServer: string;
  settings?: Record<string, string | number>;
};

/**
 * `PGBOUNCER=/path/to/pgbouncer npm test -- …` puts PgBouncer, in transaction mode, between the APIs of the tests and
 * PostgreSQL. It has fewer connections than the APIs of a test, so that they must share.
 */
export async function startPgBouncer(
  program: string,
  { folder, databaseServer, settings = {} }: Options,
): Promise<{ address: string; stop: () => Promise<void> }> {
  const { hostname, port, username, password } = new URL(databaseServer);
  const dir = await mkdtemp(path.join(folder, 'pgbouncer-'));
  const user = await databaseUser(folder);
  const own = await freePort();
  const ini = path.join(dir, 'pgbouncer.ini');
  await writeFile(
    ini,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)} connect_query='${connectQuery}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_prepared_statements = 1000
default_pool_size = 10
query_wait_timeout = 5
server_login_retry = 1
max_client_conn = 1000
max_db_connections = 0
server_idle_timeout = 5
${Object.entries(settings)
  .map(([name, value]) => `${name} = ${value}\n`)
  .join('')}`,
  );
  if (user) {
    await chown(dir, user.uid, user.gid);
    await chown(ini, user.uid, user.gid);
  }
  const process = spawn(program, ['-q', ini], { ...user, stdio: ['ignore', 'inherit', 'inherit'] });
  const closed = once(process, 'close');
  await until('PgBouncer to listen', () => listens(own));
  return {
    address: `127.0.0.1:${own}`,
    stop: async () => {
      process.kill('SIGQUIT');
      await closed;
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
