import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import os from 'node:os';
import { codeOf } from '../../shared/error-code.ts';
import { readKept } from '../../shared/kept-text.ts';

/** An open file that is locked as long as anybody has it open who inherited it from us. */
export type FolderLock = { handle: number; close(): void };

const lockFile = (cluster: string) => `${cluster}.lock`;
const TAKEN = 1;

/**
 * The kernel's lock on a database; undefined when somebody else has it. PostgreSQL's own lock names
 * a process by its number, which says nothing in another container. This one is inherited by
 * PostgreSQL and its processes and ends with the last of them, wherever they run. Node cannot lock
 * a file, but the tool `flock` locks one that we have opened. A machine without it goes without the
 * lock: macOS, which has no containers.
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

/** The process that has locked a database, or had it last, as it says itself. */
export function lockHolder(cluster: string): string {
  return readKept(lockFile(cluster)) || 'unknown';
}
