import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import os from 'node:os';
import { codeOf } from '../shared/errors/system-error-code.ts';
import { readKept } from '../shared/process/kept-text.ts';

/** An open, locked file. The lock lasts until we and all processes that inherited it have closed it. */
export type FolderLock = { handle: number; close(): void };

const lockFile = (cluster: string) => `${cluster}.lock`;
const TAKEN = 1;

/**
 * Takes the kernel's lock on a database. Returns undefined if another process has it. PostgreSQL's own lock
 * names a process by its number, which means nothing in another container. PostgreSQL and its processes
 * inherit this lock, and it ends with the last of them. Node cannot lock a file, but the tool `flock` locks a
 * file that we have opened. macOS lacks the tool, so it has no such lock.
 */
export async function lockFolder(cluster: string): Promise<FolderLock | undefined> {
  const handle = openSync(lockFile(cluster), 'a', 0o600);
  const lock = { handle, close: () => closeSync(handle) };
  try {
    if ((await flock(handle)) === TAKEN) {
      lock.close();
      return undefined;
    }
    ftruncateSync(handle);
    writeSync(handle, `${process.pid} on ${os.hostname()}\n`);
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

async function flock(handle: number): Promise<number | null> {
  const tool = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', handle] });
  try {
    const [code] = (await once(tool, 'exit')) as [number | null];
    return code;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The process that holds the lock or held it last, as it has noted itself. */
export function lockHolder(cluster: string): string {
  return readKept(lockFile(cluster)) || 'unknown';
}
