import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { groupOf } from '../harness/process-tree.ts';
import {
  demoKey,
  get,
  postmasterOf,
  READY,
  Spawned,
  usedInstallation,
} from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

/** Kills PostgreSQL, and stops its replacement before it is ready. */
async function stopInItsStart(dir: string): Promise<number> {
  for (;;) {
    const before = (await postmasterOf(dir))?.pid ?? 0;
    process.kill(before, 'SIGKILL');
    let next: number | undefined;
    await until('another PostgreSQL to start', async () => {
      next = (await postmasterOf(dir))?.pid;
      return next && next !== before;
    });
    const pid = next ?? 0;
    process.kill(pid, 'SIGSTOP');
    if ((await postmasterOf(dir))?.ready) continue;
    onTestFinished(() => {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    });
    return pid;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('SIGTERM while PostgreSQL is started again leaves no PostgreSQL behind', async () => {
  const env = await usedInstallation();
  const server = await new Spawned('src/main.ts', env).says(READY);
  const starting = await stopInItsStart(env.DATA_DIR);
  server.child.kill('SIGTERM');
  await until('the port to be closed', () =>
    get(env, '/healthz').then(
      () => false,
      () => true,
    ),
  );
  process.kill(starting, 'SIGCONT');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(await postmasterOf(env.DATA_DIR)).toBeUndefined();
});

test('signals to the group of PostgreSQL make it neither recover nor outlive its owner', async () => {
  const env = await usedInstallation();
  const server = await new Spawned('src/main.ts', env).says(READY);
  const postmaster = (await postmasterOf(env.DATA_DIR))?.pid ?? 0;
  let watchers: number[] = [];
  // A process that PostgreSQL has just made for a connection is in its group for a moment.
  await until('the watcher to be alone in the group', () => {
    watchers = groupOf(postmaster);
    return watchers.length === 1;
  });
  for (const pid of watchers) {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid, signal);
  }
  expect((await get(env, '/api/public/v1/me', demoKey(env))).status).toBe(200);
  server.child.kill('SIGKILL');
  await until('PostgreSQL to end', async () => !(await postmasterOf(env.DATA_DIR)));
  const log = readFileSync(path.join(env.DATA_DIR, 'postgresql.log'), 'utf8');
  expect(log).not.toMatch(/untracked child|reinitializing/);
});
