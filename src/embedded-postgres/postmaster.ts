import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from './command-line.ts';
import { shutDown } from './shutdown.ts';

export type Role = 'server' | 'cli';

type Lock = { pid: number; port: number; ready: boolean };

/** The PostgreSQL that serves our database, and the process of ours that started it. */
export type Postmaster = {
  pid: number;
  port: number;
  ready: boolean;
  role: Role;
  owner: number;
  ownerAlive: boolean;
};

/** The name for PostgreSQL's command line, by which another process of ours finds its owner. */
export function clusterName(role: Role): string {
  return `team-api-${role}-${process.pid}`;
}

/**
 * Finds the PostgreSQL that serves this database, by PostgreSQL's own lock file. After a crash another
 * program may have the process number in that file, so the command line is checked too.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lock = await readLock(cluster);
  if (!lock) return undefined;
  const line = await commandLine(lock.pid);
  const [, role, owner] = CLUSTER_NAME.exec(line) ?? [];
  if (!isLockOf(lock, line) || !owner) return undefined;
  return {
    ...lock,
    role: role === 'cli' ? 'cli' : 'server',
    owner: Number(owner),
    ownerAlive: (await commandLine(Number(owner))).length > 0,
  };
}

const CLUSTER_NAME = / -c cluster_name=team-api-(server|cli)-([0-9]+)(?: |$)/;

/**
 * True if the command line belongs to the lock file: both name the same port. The folder is not compared,
 * because `ps` of macOS separates arguments by blanks, and a folder may contain blanks.
 */
function isLockOf({ port }: Lock, line: string): boolean {
  return CLUSTER_NAME.test(line) && line.includes(` -c port=${port} `);
}

/** Removes a lock file whose process is another program, because PostgreSQL would not start. */
export async function dropStaleLock(cluster: string): Promise<void> {
  const lock = await readLock(cluster);
  if (!lock || isLockOf(lock, await commandLine(lock.pid))) return;
  if ((await readLock(cluster))?.pid === lock.pid) {
    await rm(path.join(cluster, 'postmaster.pid'), { force: true });
  }
}

export async function readLock(cluster: string): Promise<Lock | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7] === 'ready' };
}

/** Stops a PostgreSQL whose owner, a process of ours, has ended. */
export async function endPostmaster({ pid, port, ready }: Postmaster): Promise<void> {
  const deadline = performance.now() + 60_000;
  const ended = async () => {
    while (isLockOf({ pid, port, ready }, await commandLine(pid))) {
      if (performance.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) does not end`);
      await sleep(50);
    }
  };
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended in the meantime.
    }
  };
  await shutDown(send, ended());
}
