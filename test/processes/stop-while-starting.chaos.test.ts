import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  clientOf,
  demoKey,
  get,
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
  const waiting = async (relations: number) => {
    const ungranted = 'select distinct relation from pg_locks where not granted';
    return (await requests.query(ungranted)).rowCount === relations;
  };
  await until('the demo to wait', () => waiting(1));
  // The request is sent only now, because it waits for a few seconds at most, and a busy machine makes
  // the demo team slowly.
  await requests.query('begin; lock table rate_window in access exclusive mode');
  const running = fetch(`http://127.0.0.1:${env.PORT}/api/public/v1/me`, {
    headers: { Connection: 'close' },
  });
  // The rejection is handled early, because the test awaits the answer late.
  running.catch(() => undefined);
  await until('the request to wait too', () => waiting(2));

  server.child.kill('SIGTERM');
  await server.says('"stopping"');
  await requests.query('commit');
  expect((await running).status).toBe(401);
  await demo.query('commit');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(await postmasterOf(env.DATA_DIR)).toBeUndefined();
  expect(server.stdout).not.toContain(READY);
});

/** The folders in which first starts make a database. */
const drafts = async (dir: string) =>
  (await readdir(dir)).filter((name) => /^postgresql\.new-\d+$/.test(name));

test('after a first start is killed while it makes the database, the next start begins anew; SIGTERM while that start migrates ends PostgreSQL before the process, and a third start goes on', async () => {
  const env = await installation();
  const killed = new Spawned('src/main.ts', env);
  await until('initdb to be at work', async () => {
    const [draft] = await drafts(env.DATA_DIR);
    const made = draft && (await readdir(path.join(env.DATA_DIR, draft)).catch(() => []));
    return made && made.length > 3;
  });
  killed.child.kill('SIGKILL');
  await killed.ended;

  const stopped = new Spawned('src/main.ts', env);
  await databaseIsReady(env.DATA_DIR);
  expect(await drafts(env.DATA_DIR)).toEqual([]);
  stopped.child.kill('SIGTERM');
  expect(await stopped.ended).toEqual({ code: 0, signal: null });
  expect(await postmasterOf(env.DATA_DIR)).toBeUndefined();
  expect(stopped.stdout).not.toContain(READY);

  await new Spawned('src/main.ts', env).says(READY);
  expect((await get(env, '/api/public/v1/me', demoKey(env))).status).toBe(200);
});
