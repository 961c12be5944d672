import { stat } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/embedded-postgres/open-database.ts';
import { childOf } from '../harness/process-tree.ts';
import {
  clientOf,
  get,
  installation,
  postmasterOf,
  READY,
  Spawned,
  usedInstallation,
  useServer,
} from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

const newTeam = ['team', 'create', '--name', 'Probe', '--owner', 'owner@example.com'];

const running = useServer();

test('a second server on the same DATA_DIR is refused with one line', async () => {
  const { env, server } = running();
  const second = new Spawned('src/main.ts', env);
  expect((await second.ended).code).toBe(1);
  expect(second.stdout).toBe('');
  expect(second.stderr).toBe(
    `Team API runs already on ${env.DATA_DIR} (process ${childOf(server.pid)}). Stop it first, or set another DATA_DIR and PORT.\n`,
  );
  expect((await get(env, '/readyz')).status).toBe(200);
});

test('the command line works beside a running server', async () => {
  const { env } = running();
  const made = new Spawned('src/cli.ts', env, newTeam);
  expect(await made.ended, made.stderr).toEqual({ code: 0, signal: null });
  expect(await teamsIn(await clientOf(env.DATA_DIR))).toBe(2);
  expect((await get(env, '/readyz')).status).toBe(200);
});

test('a command that knows only the DATA_DIR prints a link to the server on its port', async () => {
  const { env } = running();
  const made = new Spawned('src/cli.ts', { DATA_DIR: env.DATA_DIR }, newTeam);
  expect(await made.ended, made.stderr).toEqual({ code: 0, signal: null });
  const { sign_in_url: link } = JSON.parse(made.stdout) as { sign_in_url: string };
  expect(link).toMatch(new RegExp(`^http://localhost:${env.PORT}/app/link#`));
});

test('a server waits while a command owns the database and ends at once on SIGTERM; the command lets its clients finish', async () => {
  const env = await usedInstallation();
  const owner = new Spawned('src/cli.ts', env, ['demo']);
  await until('the command to own the database', async () => {
    const postmaster = await postmasterOf(env.DATA_DIR);
    return postmaster?.ready && postmaster.role === 'cli';
  });
  const visit = await openDatabase({ databaseUrl: undefined, dataDir: env.DATA_DIR }, 'cli');
  const client = await clientOf(env.DATA_DIR);
  const stopped = await new Spawned('src/main.ts', env).says('Waiting for the database');
  expect(await stopped.stop()).toBe(0);
  const server = await new Spawned('src/main.ts', env).says('Waiting for the database');
  expect(server.stderr).toContain(`process ${owner.pid}`);
  await until('the owner to want to leave', async () => {
    const { rowCount } = await client.query(
      "select from pg_locks where locktype = 'advisory' and not granted",
    );
    return rowCount === 1;
  });
  // A command may need another connection. A PostgreSQL that stops would refuse it.
  const { rows } = await (await clientOf(env.DATA_DIR)).query('select 1 as still');
  expect(rows).toEqual([{ still: 1 }]);
  await visit.close();
  expect(await owner.ended).toEqual({ code: 0, signal: null });
  await server.says(READY);
});

test('the command line works without a server: a command that comes while the owner leaves waits, and owns the database next', async () => {
  const env = await usedInstallation();
  const commands = Array.from({ length: 4 }, () => new Spawned('src/cli.ts', env, newTeam));
  for (const command of commands) {
    expect(await command.ended, command.stderr).toEqual({ code: 0, signal: null });
  }
  expect(await postmasterOf(env.DATA_DIR)).toBeUndefined();
  expect(await teamsLeftIn(env.DATA_DIR)).toBe(5);
});

test('two first starts at once make one database, even below a folder that other users cannot enter', async () => {
  const env = await installation({ subfolder: 'data' });
  expect((await stat(path.dirname(env.DATA_DIR))).mode & 0o777).toBe(0o700);
  const commands = [1, 2].map(() => new Spawned('src/cli.ts', env, newTeam));
  for (const command of commands) {
    expect(await command.ended, command.stderr).toEqual({ code: 0, signal: null });
  }
  expect(await teamsLeftIn(env.DATA_DIR)).toBe(2);
});

async function teamsIn(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ teams: number }>(
    'select count(*)::integer as teams from tenant',
  );
  return rows[0]?.teams ?? 0;
}

/** Opens the database after the commands have ended. */
async function teamsLeftIn(dataDir: string): Promise<number> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, 'cli');
  try {
    return await teamsIn(await clientOf(dataDir));
  } finally {
    await database.close();
  }
}
