import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { childOf } from '../harness/process-tree.ts';
import { rounds } from '../harness/rounds.ts';
import { get, READY, Spawned, usedInstallation } from '../harness/spawned.ts';

test('a start waits for a database that another container uses, and takes it over when it is free', async () => {
  const env = await usedInstallation();
  const server = await new Spawned('src/main.ts', env).says(READY);
  // In another container, the number in PostgreSQL's lock file belongs to no process or to a foreign one. Here it belongs
  // to the process of this test.
  const file = path.join(env.DATA_DIR, 'postgresql/postmaster.pid');
  const seen = readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid));
  writeFileSync(file, seen);

  const other = new Spawned('src/main.ts', env);
  await other.says(
    `Waiting for the database, which process ${childOf(server.pid)} on ${os.hostname()} uses`,
  );
  expect(readFileSync(file, 'utf8')).toBe(seen);
  expect((await get(env, '/readyz')).status).toBe(200);
  expect(await server.stop()).toBe(0);
  await other.says(READY);
});

test.each(rounds({ few: 0, all: 1 }))(
  'round %i: a start refuses a database that stays in use in another container, with one line',
  async () => {
    const env = await usedInstallation();
    const lock = path.join(env.DATA_DIR, 'postgresql.lock');
    const holder = spawn('flock', [lock, 'sleep', '120'], { detached: true, stdio: 'ignore' });
    onTestFinished(() => {
      process.kill(-(holder.pid ?? 0), 'SIGKILL');
    });
    const server = new Spawned('src/main.ts', env);
    expect((await server.ended).code).toBe(1);
    expect(server.stderr).toMatch(
      /The database in \S+ is used by process \d+ on \S+, which cannot be seen from here, perhaps in another container\. Stop it first, or set another DATA_DIR\.\n$/,
    );
  },
);
