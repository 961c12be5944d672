import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { shutDown } from './shutdown.ts';

const run = promisify(execFile);

export type Role = 'server' | 'cli';

/** A PostgreSQL that runs on our database, and the process of ours that started it. */
export type Postmaster = {
  pid: number;
  port: number;
  ready: boolean;
  role: Role;
  owner: number;
  ownerAlive: boolean;
};

/** Shown in every process title and asked back from the command line of the running server. */
export function clusterName(role: Role): string {
  return `team-api-${role}-${process.pid}`;
}

/**
 * Who serves this database now. PostgreSQL's own lock file decides; that its number still means a
 * PostgreSQL is checked, because after a crash another program may have got that number.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lock = await readLock(cluster);
  if (!lock) return undefined;
  const args = await commandLine(lock.pid);
  const name = args.find((arg) => arg.startsWith('cluster_name=team-api-'));
  const [, role, owner] = /=team-api-(server|cli)-([0-9]+)$/.exec(name ?? '') ?? [];
  if (!args.includes(cluster) || !role || !owner) return undefined;
  return {
    ...lock,
    role: role === 'cli' ? 'cli' : 'server',
    owner: Number(owner),
    ownerAlive: (await commandLine(Number(owner))).length > 0,
  };
}

/** A lock file whose process is some other program keeps PostgreSQL from starting. */
export async function dropStaleLock(cluster: string): Promise<void> {
  const lock = await readLock(cluster);
  if (!lock || (await commandLine(lock.pid)).includes(cluster)) return;
  if ((await readLock(cluster))?.pid === lock.pid) {
    await rm(path.join(cluster, 'postmaster.pid'), { force: true });
  }
}

export async function readLock(cluster: string) {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7] === 'ready' };
}

/** Empty for a process that has ended, also when nobody has collected it yet. */
export async function commandLine(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text.split('\0').filter((arg) => arg !== '');
  }
  const found = await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).catch(() => undefined);
  return found ? found.stdout.trim().split(' ') : [];
}

/** Ends a PostgreSQL whose process of ours is gone. */
export async function endPostmaster(pid: number, cluster: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  const ended = async () => {
    while ((await commandLine(pid)).includes(cluster)) {
      if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) does not end`);
      await sleep(50);
    }
  };
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(pid, signal);
    } catch {
      // Ended between the look and the signal.
    }
  };
  await shutDown(send, ended());
}
