import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { release } from '../../src/sdk/model/release.ts';
import { SdkFiles } from '../../src/web/sdk-files.ts';
import { machinePath } from '../harness/machine-node.ts';
import { runProgram } from '../harness/run-program.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const name = `${release.name}-${release.version}.tgz`;
const file = `/docs/sdk/${name}`;
const built = path.resolve(import.meta.dirname, '../../dist/sdk', name);

test('npm installs the package from the installation without a registry, a program makes a request with it, and its command line knows the address of the installation', async () => {
  const team = await makeTeam(api());
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-install-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { origin } = new URL(api().url);
  await promisify(execFile)(
    'npm',
    ['install', origin + file, '--no-audit', '--no-fund', '--no-update-notifier'],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        npm_config_cache: path.join(folder, 'cache'),
        npm_config_registry: 'http://127.0.0.1:9/',
        npm_config_fetch_retries: '0',
      },
    },
  );
  const locked = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8'));
  expect(Object.keys(locked.packages)).toEqual(['', `node_modules/${release.name}`]);
  await writeFile(
    path.join(folder, 'first.mjs'),
    `import { TeamApi } from '${release.name}';
     const client = new TeamApi({ url: process.env.API, key: process.env.KEY });
     console.log((await client.me()).tenant_id);`,
  );
  const env = { API: origin, KEY: team.key };
  const { code, stdout, stderr } = await runProgram('first.mjs', { cwd: folder, env });
  expect([code, stdout.trim(), stderr]).toEqual([0, team.tenantId, '']);
  const status = promisify(execFile)(
    path.join(folder, 'node_modules/.bin', release.name),
    ['status'],
    {
      env: { PATH: machinePath(), XDG_CONFIG_HOME: folder },
    },
  );
  await expect(status).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `not logged in at ${origin}.\nLog in:\n  npx ${origin}${file} login`,
    ),
  });
});

test('the API serves the package as a file, and nothing else below /docs/sdk', async () => {
  const { origin } = new URL(api().url);
  const found = await fetch(origin + file);
  expect([found.status, found.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  expect(Buffer.from(await found.arrayBuffer()).equals(await readFile(built))).toBe(true);
  for (const other of ['.made-from', 'typescript/index.js', '%2e%2e/app/index.html', 'x.tgz']) {
    const { status } = await fetch(`${origin}/docs/sdk/${other}`);
    expect(status, other).toBe(404);
  }
});

test('a file of an earlier version stays at its address, with the bytes of its release alone', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-archives-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [archives, build] = [path.join(folder, 'archives'), path.join(folder, 'build')];
  await Promise.all([archives, build].map((each) => mkdir(each)));
  const names = ['team-api-0.1.0.tgz', 'team-api-0.2.0.tgz', 'unknown-0.1.0.tgz'];
  for (const each of names) await writeFile(path.join(archives, each), each);
  const hash = createHash('sha512').update('team-api-0.1.0.tgz').digest('base64');
  const released = [...names.slice(0, 2), 'missing-0.1.0.tgz'].map((each) => [
    each,
    `sha512-${hash}`,
  ]);
  await writeFile(path.join(build, 'released.json'), JSON.stringify(Object.fromEntries(released)));
  await writeFile(path.join(build, '.made-from'), '');
  const files = new SdkFiles(archives, build);
  const served = [...names, 'missing-0.1.0.tgz'].map((each) => files.answer(`/docs/sdk/${each}`));
  expect(served.map((answer) => answer?.body.toString())).toEqual([
    'team-api-0.1.0.tgz',
    undefined,
    undefined,
    undefined,
  ]);
  expect(files.missing).toEqual(['missing-0.1.0.tgz']);
});
