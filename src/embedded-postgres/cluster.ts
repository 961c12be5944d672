import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keptSecret } from '../shared/process/kept-text.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { DATABASE, ensureCluster, USER } from './initdb.ts';
import { type DatabaseLocation, findLocation } from './location.ts';
import { clusterName, dropStaleLock, type Role, readLock } from './postmaster.ts';
import { START_WATCHED, shutDown } from './shutdown.ts';

export type Cluster = {
  url: string;
  port: number;
  /** Settles when PostgreSQL has ended, even by a crash. */
  ended: Promise<void>;
  /** Stops PostgreSQL at once, even while others use it. */
  stop(): Promise<void>;
};

export type ClusterOptions = {
  dir: string;
  role?: Role;
  port?: number;
  /** PostgreSQL's own settings, for instance `{ fsync: 'off' }` for a throw-away server. */
  settings?: Record<string, string>;
  /** Stops the start, and leaves no PostgreSQL behind. */
  signal?: AbortSignal | undefined;
};

/** The error if another PostgreSQL already serves this folder. */
export class ClusterTaken extends Error {
  override name = 'ClusterTaken';
}

class PortTaken extends Error {}

const START_LIMIT_MS = 120_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** Starts the PostgreSQL of a folder. The first start makes the database. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const password = keptSecret(options.dir, 'database-password');
  const location = await findLocation(options.dir);
  const lock = await lockFolder(location.cluster);
  if (!lock) throw new ClusterTaken('another PostgreSQL serves this folder');
  try {
    await ensureCluster(location, password);
    await dropStaleLock(location.cluster);
    for (let attempt = 1; ; attempt++) {
      options.signal?.throwIfAborted();
      const port = options.port ?? (await freePort());
      try {
        return await launch({ location, password, port, lock }, options);
      } catch (error) {
        if (!(error instanceof PortTaken) || options.port || attempt === 5) throw error;
      }
    }
  } finally {
    // If PostgreSQL has started, it has inherited the lock.
    lock.close();
  }
}

export function clusterUrl(port: number, password: string): string {
  return `postgresql://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${DATABASE}`;
}

type Launch = { location: DatabaseLocation; password: string; port: number; lock: FolderLock };

async function launch(
  { location, password, port, lock }: Launch,
  { dir, role = 'server', settings, signal }: ClusterOptions,
): Promise<Cluster> {
  const logFile = path.join(dir, 'postgresql.log');
  await rotateLog(logFile);
  const logFrom = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  const log = openSync(logFile, 'a', 0o600);
  const program = path.join(location.binaries, 'bin/postgres');
  const args = [
    '-D',
    location.cluster,
    ...settingArgs({ ...ownSettings(port, role), ...settings }),
  ];
  // PostgreSQL gets a session of its own, so that Ctrl-C reaches only us: running requests end first.
  const child = spawn('/bin/sh', ['-c', START_WATCHED, 'sh', program, ...args], {
    ...location.user,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', log, log, 'pipe', lock.handle],
  });
  closeSync(log);
  const ended = watchEnd(child);
  if (!(await becameReady({ cluster: location.cluster, child, ended, signal }))) {
    signal?.throwIfAborted();
    throw startError(readFileSync(logFile).subarray(logFrom).toString());
  }
  const stop = () => shutDown((name) => child.kill(name), ended);
  return { url: clusterUrl(port, password), port, ended, stop };
}

async function watchEnd(child: ChildProcess): Promise<void> {
  const pipe = child.stdio[3];
  // The watcher may have ended earlier, and then nothing reads the pipe.
  pipe?.on('error', () => undefined);
  await once(child, 'exit').catch(() => undefined);
  if (pipe && 'end' in pipe) pipe.end('ended\n', () => pipe.destroy());
}

type Launched = {
  cluster: string;
  child: ChildProcess;
  ended: Promise<void>;
  signal: AbortSignal | undefined;
};

async function becameReady({ cluster, child, ended, signal }: Launched): Promise<boolean> {
  const deadline = performance.now() + START_LIMIT_MS;
  let over = false;
  const end = ended.then(() => {
    over = true;
  });
  while (!over) {
    const lock = await readLock(cluster);
    if (lock?.pid === child.pid && lock?.ready) return true;
    if (signal?.aborted || performance.now() > deadline) {
      await shutDown((name) => child.kill(name), ended);
    }
    await Promise.race([end, sleep(10)]);
  }
  return false;
}

function startError(output: string): Error {
  if (/lock file "postmaster\.pid" already exists|pre-existing shared memory/.test(output)) {
    return new ClusterTaken('another PostgreSQL serves this folder');
  }
  if (/could not bind|Address already in use/.test(output)) return new PortTaken(output);
  const reasons = output.split('\n').filter((line) => /FATAL|PANIC|ERROR|error/.test(line));
  return new Error(`PostgreSQL does not start: ${reasons.at(-1) ?? output.slice(-500)}`);
}

function ownSettings(port: number, role: Role): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    cluster_name: clusterName(role),
    max_connections: '200',
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // We log failed statements ourselves, without the values in them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
}

function settingArgs(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function rotateLog(file: string): Promise<void> {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) await rename(file, `${file}.1`);
}

/** A port of 127.0.0.1 that is free at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string')
    throw new Error('No port is free for PostgreSQL; end other programs');
  return address.port;
}
