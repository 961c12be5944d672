import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { runs } from '../harness/rounds.ts';
import { READY, Spawned, usedInstallation } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
/** The Prisma client. */
const GENERATED = 'src/db/generated';

/** What the set-up makes from the operations of the server. Developers alone need a part of it. */
const FROM_OPERATIONS = ['dist/sdk', 'test/client'];

/**
 * A checkout with installed packages and the files that an earlier set-up has made. A test about the
 * making of such files leaves them out, and waits until they are made.
 */
async function checkout({ made }: { made: readonly string[] }) {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'team-api-checkout-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const parts = [
    'package.json',
    'package-lock.json',
    'prisma.config.ts',
    'prisma',
    'CHANGELOG.md',
    'docs',
    'scripts',
    'src',
  ];
  await run('cp', ['-a', ...parts, dir], { cwd: root });
  for (const part of made.filter((one) => one !== GENERATED)) {
    const into = path.dirname(path.join(dir, part));
    await mkdir(into, { recursive: true });
    await run('cp', ['-a', part, into], { cwd: root });
  }
  if (!made.includes(GENERATED)) await rm(path.join(dir, GENERATED), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(dir, 'node_modules'));
  const setUp = (env: Record<string, string> = {}) =>
    run(process.execPath, ['scripts/setup.mjs', '--dev'], {
      cwd: dir,
      env: { PATH: process.env.PATH, ...env },
    });
  const client = path.join(dir, 'src/db/generated/client.ts');
  return { dir, client, setUp, madeAt: async () => (await stat(client)).mtimeMs };
}

/** This module records the name look-ups and connections of its process and the children. */
const watchNetwork = `import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import net from 'node:net';
const note = (what) => appendFileSync(process.env.NETWORK_NOTES, what + '\\n');
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  note('connect ' + JSON.stringify(args));
  return connect.apply(this, args);
};
const { lookup } = dns;
dns.lookup = (name, ...rest) => {
  note('lookup ' + name);
  return lookup(name, ...rest);
};
`;

test('several set-ups of a fresh clone at once make one whole Prisma client, without the network', async () => {
  const { dir, client, setUp, madeAt } = await checkout({
    made: runs({ few: 0, all: 1 }) ? ['dist/docs'] : ['dist/docs', 'dist/app', ...FROM_OPERATIONS],
  });
  const watcher = path.join(dir, 'watch-network.mjs');
  const notes = path.join(dir, 'network-notes');
  await writeFile(watcher, watchNetwork);
  await writeFile(notes, '');
  const env = { NETWORK_NOTES: notes, NODE_OPTIONS: `--import ${watcher}` };
  await run(process.execPath, ['-e', "net.connect(9, '127.0.0.1').on('error', () => 0)"], { env });
  expect(await readFile(notes, 'utf8')).toContain('connect');

  await writeFile(notes, '');
  await Promise.all([setUp(env), setUp(env), setUp(env)]);
  expect(await readFile(client, 'utf8')).toContain('PrismaClient');
  expect(existsSync(path.join(dir, 'dist/app/index.html'))).toBe(true);
  expect(await readFile(notes, 'utf8')).toBe('');
  const made = await madeAt();
  await setUp();
  expect(await madeAt()).toBe(made);
});

test('the client is made again only when schema.prisma has changed, or when its making was killed', async () => {
  const { dir, setUp, madeAt } = await checkout({
    made: ['dist/docs', 'dist/app', GENERATED, ...FROM_OPERATIONS],
  });
  const first = await madeAt();
  await setUp();
  expect(await madeAt()).toBe(first);

  const schema = path.join(dir, 'prisma/schema.prisma');
  const text = await readFile(schema, 'utf8');
  await writeFile(schema, `${text}\n// Changed.\n`);
  // The set-up gets a process group of its own, so that its Prisma is killed as well.
  const killed = spawn(process.execPath, ['scripts/setup.mjs', '--dev'], {
    cwd: dir,
    detached: true,
    stdio: 'ignore',
  });
  const stamp = path.join(dir, 'src/db/generated/.made-from');
  await until('the making to begin', () => !existsSync(stamp));
  process.kill(-(killed.pid ?? 0), 'SIGKILL');
  await once(killed, 'close');

  await writeFile(schema, text);
  await setUp();
  expect(await madeAt()).toBeGreaterThan(first);
});

test('`npx prisma studio` finds the database of the running server', async () => {
  const env = await usedInstallation();
  await new Spawned('src/main.ts', env).says(READY);
  const port = String(await freePort());
  const words = ['studio', '--browser', 'none', '--port', port];
  await new Spawned('node_modules/prisma/build/index.js', env, words).says('Studio is running');
  const requested = await fetch(`http://127.0.0.1:${port}/bff`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      procedure: 'query',
      query: { sql: 'select name from tenant', parameters: [] },
    }),
  });
  expect(await requested.text()).toMatch(/Beispiel Vertrieb GmbH|Example Sales Ltd/);
});
