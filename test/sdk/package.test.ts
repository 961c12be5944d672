import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
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

/** The files that programs import. The command line is a program of its own. */
function importedFiles(): [name: string, text: string][] {
  return [...filesOfBuild()].filter(([name]) => name !== 'command-line.js');
}

test('the built package has the operations of the routers (else: node scripts/setup.mjs --dev)', async () => {
  const made = await packageFiles();
  expect(Object.fromEntries(filesOfBuild())).toEqual(Object.fromEntries(made));
  expect(npmTarball(made).equals(npmTarball(await packageFiles()))).toBe(true);
  const served = readFileSync(path.join(built, tarball));
  expect(served.equals(npmTarball(made))).toBe(true);
  expect(gunzipSync(served).length).toBeLessThan(served.length);
});

test('a source that makes other files than the released ones of its version needs another version', () => {
  const released: Record<string, string> = JSON.parse(
    readFileSync(path.join(root, 'src/sdk/released.json'), 'utf8'),
  );
  const names = readdirSync(built).filter((name) => /\.(tgz|whl)$/.test(name));
  expect(names).toHaveLength(2);
  for (const name of names) {
    const hash = createHash('sha512').update(readFileSync(path.join(built, name)));
    const sha512 = `sha512-${hash.digest('base64')}`;
    expect(released[name] ?? sha512, 'raise src/sdk/model/release.ts').toBe(sha512);
  }
});

test('the package is below 15 kB, compressed', () => {
  const scripts = importedFiles().filter(([name]) => name.endsWith('.js'));
  const size = gzipSync(scripts.map(([, text]) => text).join('\n'), { level: 9 }).length;
  expect(size).toBeLessThan(15_000);
});

test('the package runs everywhere: it imports its own files alone, and uses nothing of Node', () => {
  for (const [name, text] of importedFiles()) {
    if (!/\.(js|d\.ts)$/.test(name)) continue;
    const imported = [...text.matchAll(/\bfrom "([^"]+)"|\bimport\("?([^")]+)/g)];
    for (const [, target = ''] of imported) expect(target).toMatch(/^\.\.?\/.*\.js$/);
    expect(text, name).not.toMatch(/node:|\bprocess\b|\bBuffer\b|\brequire\(|sourceMappingURL/);
  }
});

test('the command line of the package is one file, which imports nothing but modules of Node', () => {
  const text = filesOfBuild().get('command-line.js') ?? '';
  expect(text.split('\n')[0]).toBe('#!/usr/bin/env node');
  const imported = [...text.matchAll(/\bfrom "([^"]+)"|\bimport\("?([^")]+)|\brequire\("([^"]+)/g)];
  expect(imported.length).toBeGreaterThan(5);
  for (const [, ...targets] of imported) expect(targets.join('')).toMatch(/^node:/);
  expect(text).not.toMatch(/sourceMappingURL|\bsrc\//);
});

test('the files that are written by hand import nothing of the server', () => {
  const written = ['core', 'sync', 'receive'].map((folder) => `src/sdk/typescript/${folder}/`);
  for (const folder of written) {
    const sources = sourcesIn(folder.slice(0, -1));
    expect(sources.length).toBeGreaterThan(3);
    for (const { imports } of sources) {
      for (const { target } of imports) {
        const existing = [folder, 'src/sdk/typescript/core/'];
        expect(
          existing.some((each) => target.startsWith(each)),
          target,
        ).toBe(true);
      }
    }
  }
});

test('package.json has what npm, bundlers and editors read', () => {
  const manifest = JSON.parse(filesOfBuild().get('package.json') ?? '');
  expect(manifest).toMatchObject({
    ...release,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  });
  expect(manifest).not.toHaveProperty('dependencies');
  const { './package.json': _, ...others } = manifest.exports as Record<string, object>;
  const frameworks = ['express', 'fastify', 'hono', 'workers'];
  expect(Object.keys(others)).toEqual([
    '.',
    './sync',
    './webhooks',
    ...frameworks.map((name) => `./webhooks/${name}`),
  ]);
  for (const files of Object.values(others)) {
    expect(Object.keys(files)).toEqual(['types', 'default']);
    for (const file of Object.values(files)) {
      expect(existsSync(path.join(unpacked, file)), file).toBe(true);
    }
  }
});

test('a program that imports one of client, sync and webhooks loads nothing of the other two', () => {
  const files = filesOfBuild();
  const reached = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const [, target = ''] of (files.get(name) ?? '').matchAll(/\bfrom "([^"]+)"/g)) {
      reached(path.posix.join(path.posix.dirname(name), target), seen);
    }
    return seen;
  };
  expect([...reached('index.js')].filter((name) => /^(sync|receive|webhooks)/.test(name))).toEqual(
    [],
  );
  expect([...reached('webhooks.js')].filter((name) => !/^(receive|webhooks)/.test(name))).toEqual(
    [],
  );
  expect(reached('sync.js')).not.toContain('client.js');
});

const consumer = `
import { TeamApi, NotFoundError, type Training, type WebhookEvent } from '${release.name}';
declare const client: TeamApi;
const status: string = (await client.trainings.get('t')).status;
const first: Training | undefined = (await client.trainings.list({ user_id: 'u' })).data[0];
const page: Promise<{ data: { id: string }[] }> = client.users.list();
const ids: string[] = (await page).data.map(({ id }) => id);
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
await client.events.consume({ types: ['member.erased'], since: new Date() }, ([event], cursor) => {
  if (event?.type === 'member.erased') event.data.member_id satisfies string;
  cursor satisfies string;
});
// @ts-expect-error A misspelt type is found before the service refuses it.
await client.events.consume({ types: ['member.erase'] }, () => undefined);
import { apply, type SyncCopy, sync } from '${release.name}/sync';
const copy: SyncCopy = JSON.parse('{}');
for await (const step of sync(client, copy.state, { changesOnly: true })) {
  step.trainings[0]?.status satisfies string | undefined;
  step.evaluations[0]?.score.total satisfies number | null | undefined;
  for (const { evaluated_at } of step.evaluations) evaluated_at satisfies string;
  apply(copy, step);
}
import { unwrap } from '${release.name}/webhooks';
export const event: WebhookEvent = await unwrap('', new Headers(), ['a', undefined]);
// @ts-expect-error A call of unwrap with a parsed body does not compile.
await unwrap({ id: 'evt_1' }, {}, 'secret');
export const seen = [status, first, new Error() instanceof NotFoundError];
`;

/** Declares what the programs of the README take from elsewhere. */
const around = `
declare module 'node:fs/promises' {
  export function readFile(file: string, encoding: 'utf8'): Promise<string>;
  export function writeFile(file: string, text: string): Promise<void>;
  export function rename(from: string, to: string): Promise<void>;
}
type Add = (...given: unknown[]) => unknown;
type Received = import('${release.name}').WebhookEvent;
declare module 'express' {
  export default function express(): { post: Add; listen: Add };
}
declare const app: { post: Add; register: Add };
declare const db: {
  readCursor(): Promise<string | null>;
  readState(): Promise<import('${release.name}/sync').SyncState | null>;
  transaction(steps: (tx: Record<'putTraining' | 'putEvaluation' | 'deleteTrainingsWithoutMark' | 'writeState' | 'handle' | 'writeCursor', Add>) => Promise<void>): Promise<void>;
};
declare const store: Set<string>;
declare const headers: Record<string, string>;
declare const rawBody: Uint8Array;
declare const [secret, formerSecret]: [string, string];
declare function handle(event: Received): void;
`;

test('the types and the programs of the README compile with strict checks', async () => {
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
  const env =
    'declare const process: { env: Record<string, string | undefined>; once(name: string, then: () => void): void };\nexport {};\n';
  const programs = [
    imports,
    ...others.map((code) => {
      return code.includes('import { TeamApi }') ? code : `${lines.join('\n')}\n${code}`;
    }),
  ];
  await writeFile(path.join(folder, 'around.d.ts'), around);
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
