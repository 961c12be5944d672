import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../src/embedded-postgres/cluster.ts';
import { databaseUser } from '../../src/embedded-postgres/system-user.ts';

/** A PostgreSQL of the machine, like an operator's own: its address, and a way to run SQL as its superuser. */
export type OwnPostgres = { address: string; run: (sql: string) => Promise<void> };

/** Runs the machine's PostgreSQL with an empty folder during `work`. Returns false if the machine has none. */
export async function withOwnPostgres(
  work: (postgres: OwnPostgres) => Promise<void>,
): Promise<boolean> {
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const program = (name: string) => path.join(stdout?.trim() ?? '', name);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-own-'));
  // PostgreSQL refuses to run as root.
  const user = await databaseUser(folder);
  if (user) chownSync(folder, user.uid, user.gid);
  try {
    const options = ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
    const made = spawnSync(program('initdb'), options, { ...user, cwd: '/', encoding: 'utf8' });
    if (made.error) return false;
    if (made.status !== 0) throw new Error(made.stderr);
    const port = String(await freePort());
    const args = ['-D', folder, '-p', port, '-k', '', '-c', 'fsync=off'];
    const server = spawn(program('postgres'), args, { ...user, cwd: '/', stdio: 'ignore' });
    const closed = once(server, 'close');
    try {
      const address = `127.0.0.1:${port}`;
      const client = await connected(`postgresql://postgres@${address}/postgres`);
      try {
        await work({ address, run: (sql) => runAll(client, sql) });
      } finally {
        await client.end();
      }
    } finally {
      server.kill('SIGINT');
      await closed;
    }
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs each statement alone. Statements sent together are a transaction, and `create database` cannot run in one. */
async function runAll(client: pg.Client, sql: string): Promise<void> {
  for (const statement of sql.split(/;\n/)) await client.query(statement);
}

async function connected(url: string): Promise<pg.Client> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt === 50) throw error;
      await sleep(100);
    }
  }
}
