import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { mainLog } from '../../src/process/main-log.ts';
import { cloneDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { get } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

// A shell limit stands for a full disk: no file can exceed 512 bytes or 1 KiB.
const ON_A_SMALL_DISK = 'trap "" XFSZ; ulimit -f 1; log=$1; shift; exec "$@" >"$log"';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-full-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a log that cannot be written any more does not end the API', async () => {
  const log = path.join(await newFolder(), 'log');
  const database = await cloneDatabase();
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: String(await freePort()),
  };
  const program = [process.execPath, 'src/api.ts'];
  const api = spawn('/bin/sh', ['-c', ON_A_SMALL_DISK, 'sh', log, ...program], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: inject('compiledFolder'), ...env },
    stdio: 'ignore',
  });
  const ended = once(api, 'exit');
  onTestFinished(async () => {
    api.kill('SIGKILL');
    await ended;
    await database.drop();
  });
  await until(
    'an answer',
    () =>
      get(env, '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      ),
    60_000,
  );
  for (let i = 0; i < 30; i++) expect((await get(env, '/api/public/v1/me')).status).toBe(401);
  expect((await stat(log)).size).toBeLessThanOrEqual(1024);
  api.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('a log file that cannot be written any more does not end `npm start` in a terminal', async () => {
  const dataDir = await newFolder();
  const full = existsSync('/dev/full') ? '/dev/full' : '/dev/null';
  await symlink(full, path.join(dataDir, 'server.log'));
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  onTestFinished(() => {
    process.stdout.isTTY = isTTY;
  });
  const { log, write } = mainLog({ dataDir, logLevel: 'info' });
  expect(() => log.info('one line')).not.toThrow();
  expect(() => write('of another process\n')).not.toThrow();
});
