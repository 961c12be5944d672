import { execFileSync, spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandLine } from '../../src/embedded-postgres/command-line.ts';
import { openDatabase } from '../../src/embedded-postgres/open-database.ts';
import {
  clientOf,
  demoKey,
  get,
  postmasterOf,
  READY,
  Spawned,
  usedInstallation,
} from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

test('after kill -9 of the server, PostgreSQL ends too, the next start works, and no committed row is lost', async () => {
  const env = await usedInstallation();
  const first = await new Spawned('src/main.ts', env).says(READY);
  const client = await clientOf(env.DATA_DIR);
  await client.query('create table kept (n integer)');
  await client.query('insert into kept select generate_series(1, 1000)');
  await client.query('begin; delete from kept');
  first.child.kill('SIGKILL');

  // The next start comes at once, while PostgreSQL is still ending.
  const second = await new Spawned('src/main.ts', env).says(READY);
  const { rows } = await (await clientOf(env.DATA_DIR)).query('select count(*)::int n from kept');
  expect(rows).toEqual([{ n: 1000 }]);
  expect((await get(env, '/api/public/v1/me', demoKey(env))).status).toBe(200);
  second.child.kill('SIGKILL');
  await until('PostgreSQL to end', async () => !(await postmasterOf(env.DATA_DIR)));
});

test('after kill -9 of PostgreSQL itself, the server answers again without a restart', async () => {
  const env = await usedInstallation();
  const server = await new Spawned('src/main.ts', env).says(READY);
  const postmaster = await postmasterOf(env.DATA_DIR);
  process.kill(postmaster?.pid ?? 0, 'SIGKILL');
  await until('not ready', async () => (await get(env, '/readyz')).status === 503);
  await until('ready', async () => (await get(env, '/readyz')).status === 200);
  expect((await get(env, '/api/public/v1/me', demoKey(env))).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test('the database starts although its lock file names a process number that another program uses now', async () => {
  const { DATA_DIR: dataDir } = await usedInstallation();
  const start = () => openDatabase({ databaseUrl: undefined, dataDir }, 'server');
  const first = await start();
  const file = path.join(dataDir, 'postgresql/postmaster.pid');
  const lock = await readFile(file, 'utf8');
  await first.close();

  const { uid, gid } = await stat(path.join(dataDir, 'postgresql'));
  // The other program runs under the account of the database. PostgreSQL tells a process of another
  // account from its own by itself.
  const own = process.getuid?.() === 0 ? { uid, gid } : {};
  const other = spawn('sleep', ['60'], { ...own, cwd: '/', stdio: 'ignore' });
  onTestFinished(() => {
    other.kill('SIGKILL');
  });
  await until('the other program', async () => (await commandLine(other.pid ?? 0)).length > 0);
  await writeFile(file, lock.replace(/^\d+/, String(other.pid)));
  if (process.getuid?.() === 0) execFileSync('chown', [`${uid}:${gid}`, file]);

  await (await start()).close();
});
