import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const cli = path.resolve(import.meta.dirname, '../../src/cli.ts');

test('a command runs no file of settings from the folder of its caller, and writes its files there', async () => {
  const cwd = await mkdtemp(path.join(os.tmpdir(), 'team-api-folder-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const planted = ['graphile-worker.config.cjs', '.graphile-workerrc.cjs'];
  const code = "require('node:fs').writeFileSync(__dirname + '/ran', ''); module.exports = {};";
  await Promise.all(planted.map((name) => writeFile(path.join(cwd, name), code)));
  const options = ['--url', 'https://team-api.example.com', '--out', 'environment'];
  await promisify(execFile)(process.execPath, [cli, 'init', ...options], { cwd });
  expect((await readdir(cwd)).toSorted()).toEqual([...planted, 'environment'].toSorted());
});
