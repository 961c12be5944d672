import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  clientOf,
  installation,
  postmasterOf,
  READY,
  Spawned,
  usedInstallation,
} from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

const databaseIsReady = (dir: string) =>
  until('PostgreSQL to be ready', async () => (await postmasterOf(dir))?.ready);

test('SIGTERM while the demo team is being made drains the API and ends PostgreSQL before the process', async () => {
  const env = await usedInstallation();
  // The first start was cut short, so this one makes the demo team.
  await writeFile(path.join(env.DATA_DIR, 'demo.json'), '{}');
  const server = new Spawned('src/main.ts', env);
  await databaseIsReady(env.DATA_DIR);
  const [demo, requests] = [await clientOf(env.DATA_DIR), await clientOf(env.DATA_DIR)];
  await demo.query('begin; lock table training in access exclusive mode');
  await server.says('"ready"');
  await requests.query('begin; lock table rate_window in access exclusive mode');
  const running = fetch(`http://127.0.0.1:${env.PORT}/api/public/v1/me`, {
    headers: { Connection: 'close' },
  });
  // Handles a rejection early, because the test awaits it late.
  running.catch(() => undefined);
  await until('the demo and the request to wait', async () => {
    const waiting = 'select distinct relation from pg_locks where not granted';
    return (await requests.query(waiting)).rowCount === 2;
  });

  server.child.kill('SIGTERM');
  await server.says('"stopping"');
  await requests.query('commit');
  expect((await running).status).toBe(401);
  await demo.query('commit');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(await postmasterOf(env.DATA_DIR)).toBeUndefined();
  expect(server.stdout).not.toContain(READY);
});

test('SIGTERM while a first start migrates ends PostgreSQL before the process, and the next start goes on', async () => {
  const env = await installation();
  const first = new Spawned('src/main.ts', env);
  await databaseIsReady(env.DATA_DIR);
  first.child.kill('SIGTERM');
  expect(await first.ended).toEqual({ code: 0, signal: null });
  expect(await postmasterOf(env.DATA_DIR)).toBeUndefined();
  expect(first.stdout).not.toContain(READY);

  await new Spawned('src/main.ts', env).says(READY);
});

test('SIGTERM while a start waits for the database ends it at once', async () => {
  const env = await usedInstallation();
  const owner = new Spawned('src/cli.ts', env, ['demo']);
  await until('the command to own the database', async () => {
    const postmaster = await postmasterOf(env.DATA_DIR);
    return postmaster?.ready && postmaster.role === 'cli';
  });
  const client = await clientOf(env.DATA_DIR);
  await client.query('begin; lock table training in access exclusive mode');
  const server = await new Spawned('src/main.ts', env).says('Waiting for the database');
  expect(await server.stop()).toBe(0);
  await client.query('commit');
  expect((await owner.ended).code).toBe(0);
});

test('a start that fails ends PostgreSQL before the process', async () => {
  const [env, other] = [await usedInstallation(), await usedInstallation()];
  await new Spawned('src/main.ts', env).says(READY);
  const server = new Spawned('src/main.ts', { ...other, PORT: env.PORT });
  expect((await server.ended).code).toBe(1);
  expect(await postmasterOf(other.DATA_DIR)).toBeUndefined();
});
