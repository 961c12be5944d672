import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { commandLine } from './command-line.ts';
import { type DatabaseLocation, renameUnlessThere } from './location.ts';

export const USER = 'team_api';
export const DATABASE = 'team_api';
const MAJOR_VERSION = '18';

/**
 * Makes the database on the first start: in a draft folder, which one rename moves to its location. After a
 * crash in between there is only a draft, which the next start removes, and never half a database.
 */
export async function ensureCluster(location: DatabaseLocation, password: string): Promise<void> {
  const version = await readFile(path.join(location.cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  if (version.trim() === MAJOR_VERSION) return;
  if (version) {
    throw new Error(
      `${location.cluster} was made by PostgreSQL ${version.trim()}, this is ${MAJOR_VERSION}: dump it with the old version first`,
    );
  }
  await clearDrafts(location.cluster);
  const draft = `${location.cluster}.new-${process.pid}`;
  const passwordFile = `${draft}.password`;
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (location.user) {
    await chown(draft, location.user.uid, location.user.gid);
    await chown(passwordFile, location.user.uid, location.user.gid);
  }
  const sorted = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin'];
  const locked = ['--auth=scram-sha-256', `--username=${USER}`, `--pwfile=${passwordFile}`];
  await run(location, 'initdb', ['-D', draft, ...sorted, '--builtin-locale=C.UTF-8', ...locked]);
  await run(
    location,
    'postgres',
    ['--single', '-D', draft, 'postgres'],
    `create database ${DATABASE}\n`,
  );
  await rm(passwordFile);
  await renameUnlessThere(draft, location.cluster);
  await syncFolder(path.dirname(location.cluster));
}

async function clearDrafts(cluster: string): Promise<void> {
  const folder = path.dirname(cluster);
  const prefix = `${path.basename(cluster)}.new-`;
  for (const name of await readdir(folder)) {
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!name.startsWith(prefix) || (await isOurs(pid))) continue;
    await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

/** True if another of our processes is making the same database now. */
async function isOurs(pid: number): Promise<boolean> {
  return pid !== process.pid && (await commandLine(pid)).length > 0;
}

async function run(
  location: DatabaseLocation,
  program: string,
  args: string[],
  input = '',
): Promise<void> {
  const child = spawn(path.join(location.binaries, 'bin', program), args, {
    ...location.user,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    stdio: 'pipe',
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0) {
    throw new Error(`The embedded database could not be made (${program}): ${stderr || stdout}`);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
