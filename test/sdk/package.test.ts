import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { release } from '../../src/sdk/model/release.ts';
import { npmTarball } from '../../src/sdk/tarball.ts';
import { packageFiles } from '../../src/sdk/typescript/package-files.ts';
import { codeBlocks } from '../docs/harness/documents.ts';
import { sourcesIn } from '../harness/sources.ts';

const root = path.resolve(import.meta.dirname, '../..');
const built = path.join(root, 'dist/sdk');
const unpacked = path.join(built, 'typescript');
const tarball = `${release.name}-${release.version}.tgz`;

function filesOfBuild(): Map<string, string> {
  const names = globSync('**/*.*', { cwd: unpacked }).map((name) => name.replaceAll('\\', '/'));
  return new Map(
    names.sort().map((name) => [name, readFileSync(path.join(unpacked, name), 'utf8')]),
  );
}

test('the built package is what the routers say (else: node scripts/setup.mjs --dev)', async () => {
  const made = await packageFiles();
  expect(Object.fromEntries(filesOfBuild())).toEqual(Object.fromEntries(made));
  expect(npmTarball(made).equals(npmTarball(await packageFiles()))).toBe(true);
  const released = path.join(root, 'src/sdk/released', tarball);
  const served = readFileSync(path.join(built, tarball));
  // Customers pin a version by the hash of its file: what is in it never changes after its release.
  expect(
    gunzipSync(served).equals(gunzipSync(npmTarball(made))),
    'raise src/sdk/model/release.ts',
  ).toBe(true);
  expect(existsSync(released) ? readFileSync(released).equals(served) : true).toBe(true);
});

test('the package is below 12 kB, compressed', () => {
  const scripts = [...filesOfBuild()].filter(([name]) => name.endsWith('.js'));
  const size = gzipSync(scripts.map(([, text]) => text).join('\n'), { level: 9 }).length;
  expect(size).toBeLessThan(12_000);
});

test('it runs everywhere: it imports its own files alone, and uses nothing of Node', () => {
  for (const [name, text] of filesOfBuild()) {
    if (!/\.(js|d\.ts)$/.test(name)) continue;
    const imported = [...text.matchAll(/\bfrom "([^"]+)"|\bimport\("?([^")]+)/g)];
    for (const [, target = ''] of imported) expect(target).toMatch(/^\.\.?\/.*\.js$/);
    expect(text, name).not.toMatch(/node:|\bprocess\b|\bBuffer\b|\brequire\(|sourceMappingURL/);
  }
});

test('its written part knows nothing of the server', () => {
  const core = sourcesIn('src/sdk/typescript/core');
  expect(core.length).toBeGreaterThan(5);
  for (const { imports } of core) {
    for (const { target } of imports) expect(target).toMatch(/^src\/sdk\/typescript\/core\//);
  }
});

test('its package.json has what npm, bundlers and editors read', () => {
  const manifest = JSON.parse(filesOfBuild().get('package.json') ?? '');
  expect(manifest).toMatchObject({
    ...release,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  });
  expect(manifest).not.toHaveProperty('dependencies');
  for (const file of Object.values(manifest.exports['.'] as Record<string, string>)) {
    expect(existsSync(path.join(unpacked, file))).toBe(true);
  }
});

const consumer = `
import { TeamApi, NotFoundError, type Training, type WebhookEvent } from '${release.name}';
declare const client: TeamApi;
const status: string = (await client.trainings.get('t')).status;
const first: Training | undefined = (await client.trainings.list({ user_id: 'u' })).data[0];
for await (const { email } of client.users.list()) email satisfies string | null | undefined;
await client.assignments.update('a', { due_date: null, note: undefined });
// @ts-expect-error A misspelt field is found before the server refuses it.
await client.assignments.update('a', { notes: 'x' });
// @ts-expect-error Only a call that creates something takes a key.
await client.me({ idempotencyKey: 'k' });
// @ts-expect-error A request has known values alone.
await client.users.update('m', { role: 'owner' });
export function tell(event: WebhookEvent): number | undefined {
  return event.type === 'evaluation.completed' ? event.data.score : undefined;
}
export const seen = [status, first, new Error() instanceof NotFoundError];
`;

test('its types and its README compile, strictly', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-sdk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, 'node_modules'));
  await symlink(unpacked, path.join(folder, 'node_modules', release.name));
  const readme = codeBlocks(readFileSync(path.join(unpacked, 'README.md'), 'utf8'), 'js');
  expect(readme.length).toBeGreaterThan(4);
  const [imports = '', ...others] = readme;
  const lines = imports
    .split('\n')
    .filter((line) => !line.startsWith('const {') && !line.startsWith('console'));
  const env = 'declare const process: { env: Record<string, string | undefined> };\nexport {};\n';
  const programs = [imports, ...others.map((code) => `${lines.join('\n')}\n${code}`)];
  for (const [i, code] of programs.entries()) {
    await writeFile(path.join(folder, `readme-${i}.ts`), env + code);
  }
  await writeFile(path.join(folder, 'consumer.ts'), consumer);
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    module: 'nodenext',
    skipLibCheck: false,
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const compiler = path.join(root, 'node_modules/typescript-7/bin/tsc');
  const run = promisify(execFile)(process.execPath, [compiler, '-p', folder]);
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

test('a released version stays: its file is served as it was', () => {
  const released = path.join(root, 'src/sdk/released');
  const names = existsSync(released) ? readdirSync(released) : [];
  for (const name of names) {
    const kept = readFileSync(path.join(released, name));
    expect(readFileSync(path.join(built, name)).equals(kept), name).toBe(true);
  }
});
