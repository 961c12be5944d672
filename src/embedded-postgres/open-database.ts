import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readKept } from '../shared/process/kept-text.ts';
import { MINUTE_MS } from '../shared/time/durations.ts';
import {
  type Cluster,
  type ClusterOptions,
  ClusterTaken,
  clusterUrl,
  startCluster,
} from './cluster.ts';
import { beginUse, waitUntilUnused } from './database-use.ts';
import { lockHolder } from './folder-lock.ts';
import { findLocation } from './location.ts';
import {
  endPostmaster,
  findPostmaster,
  type Postmaster,
  type Role,
  readLock,
} from './postmaster.ts';

type DatabaseOptions = { databaseUrl: string | undefined; dataDir: string };

type OpenDatabase = { url: string; close(): Promise<void> };

type WaitOptions = {
  /** Gets one line if this process must wait. */
  tell?: (line: string) => void;
  /** Stops the opening, and PostgreSQL if it was started. */
  signal?: AbortSignal | undefined;
};

/** The error if another `npm start` uses the database. */
class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
}

const ORPHAN_GRACE_MS = 5_000;
const WAIT_LIMIT_MS = 10 * MINUTE_MS;
// This is longer than a stop takes, so that a container which is being replaced can end.
const UNSEEN_LIMIT_MS = 45_000;

/**
 * Opens the database that DATABASE_URL names, or else the embedded one. The process that starts the
 * embedded PostgreSQL owns it and stops it. A command uses the server's PostgreSQL while a server
 * runs, and starts it itself otherwise.
 */
export async function openDatabase(
  { databaseUrl, dataDir: dir }: DatabaseOptions,
  role: Role,
  { tell = () => undefined, signal }: WaitOptions = {},
): Promise<OpenDatabase> {
  if (databaseUrl) return { url: databaseUrl, close: async () => undefined };
  const { cluster } = await findLocation(dir);
  const started = performance.now();
  let hasWarned = false;
  let seen = started;
  for (;;) {
    const other = await findPostmaster(cluster);
    const opened = other
      ? await useRunning(other, { dir, cluster, role })
      : await own({ dir, role, signal }, tell);
    if (opened) return opened;
    const waited = performance.now() - started;
    if (other) seen = performance.now();
    if (other && !other.ownerAlive && waited > ORPHAN_GRACE_MS) await endPostmaster(other);
    if (waited > WAIT_LIMIT_MS) throw new Error(`The database in ${dir} does not become free`);
    if (performance.now() - seen > UNSEEN_LIMIT_MS) throw usedUnseen(dir, cluster);
    if ((!other || other.ownerAlive) && waited > 500 && !hasWarned) {
      hasWarned = true;
      const owner = other ? other.owner : lockHolder(cluster);
      tell(`Waiting for the database, which process ${owner} uses ...`);
    }
    await sleep(50, undefined, { signal });
  }
}

function usedUnseen(dir: string, cluster: string): Error {
  return new DatabaseInUse(
    `The database in ${dir} is used by process ${lockHolder(cluster)}, which cannot be seen from here, perhaps in another container. Stop it first, or set another DATA_DIR.`,
  );
}

async function useRunning(
  other: Postmaster,
  { dir, cluster, role }: { dir: string; cluster: string; role: Role },
): Promise<OpenDatabase | undefined> {
  if (!other.ownerAlive) return undefined;
  if (role === 'server' && other.role === 'server') {
    throw new DatabaseInUse(
      `Team API runs already on ${dir} (process ${other.owner}). Stop it first, or set another DATA_DIR and PORT.`,
    );
  }
  const password = readKept(passwordFile(dir));
  if (role === 'server' || !other.ready || !password) return undefined;
  const url = clusterUrl(other.port, password);
  const use = await beginUse(url);
  if (!use) return undefined;
  // When PostgreSQL ends, it may have ended the holder of the lock before it ends this connection.
  const { ready = false } = (await readLock(cluster)) ?? {};
  if (ready) return { url, close: () => use.end() };
  await use.end();
  return undefined;
}

async function own(
  options: ClusterOptions,
  tell: (line: string) => void,
): Promise<OpenDatabase | undefined> {
  try {
    const cluster = await startCluster(options);
    if (options.role === 'cli') return ownedByCommand(cluster);
    return keepRunning(cluster, options.dir, tell);
  } catch (error) {
    if (error instanceof ClusterTaken) return undefined;
    throw error;
  }
}

/** The database of a command. The command stops PostgreSQL only when no other process uses it any more. */
function ownedByCommand(cluster: Cluster): OpenDatabase {
  return {
    url: cluster.url,
    async close() {
      await waitUntilUnused(cluster.url);
      await cluster.stop();
    },
  };
}

/**
 * The database of a server. If PostgreSQL ends on its own, it is started again at the same port, where the
 * pool expects it.
 */
function keepRunning(first: Cluster, dir: string, tell: (line: string) => void): OpenDatabase {
  let cluster = first;
  const closing = new AbortController();
  const { signal } = closing;
  const startAgain = async (pause: number): Promise<void> => {
    await sleep(pause, undefined, { signal });
    cluster = await startCluster({ dir, role: 'server', port: first.port, signal });
    // `close` was called while PostgreSQL started.
    if (signal.aborted) await cluster.stop();
  };
  const guard = async () => {
    for (let pause = 500; ; pause = Math.min(pause * 2, 10_000)) {
      await cluster.ended;
      if (signal.aborted) return;
      tell('PostgreSQL has ended unexpectedly and is started again ...');
      try {
        await startAgain(pause);
        pause = 500;
      } catch (error) {
        if (!signal.aborted) tell(`PostgreSQL could not be started again: ${String(error)}`);
      }
    }
  };
  const guarding = guard();
  return {
    url: first.url,
    async close() {
      closing.abort();
      await cluster.stop();
      await guarding;
    },
  };
}

const passwordFile = (dataDir: string) => path.join(dataDir, 'database-password');

/** True if an embedded database was ever made in this folder. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(passwordFile(dataDir));
}

/** The URL of the embedded database of a running server, for tools that only read it. */
export async function runningDatabaseUrl(dataDir: string): Promise<string | undefined> {
  const password = readKept(passwordFile(dataDir));
  if (password === undefined) return undefined;
  const { cluster } = await findLocation(dataDir);
  const postmaster = await findPostmaster(cluster);
  return postmaster?.ready ? clusterUrl(postmaster.port, password) : undefined;
}
