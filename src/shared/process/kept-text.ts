import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { codeOf } from '../errors/system-error-code.ts';

/** A secret that the installation makes once for itself: 32 random bytes in base64. */
export function keptSecret(dir: string, name: string): string {
  const file = path.join(dir, name);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return readKept(file) ?? keepFirst(file, randomBytes(32).toString('base64'));
}

export function readKept(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces a file that only its owner can read. A process that reads it meanwhile gets the former or the new text, as a whole. */
export function keepLatest(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${text}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}

/**
 * Writes a file that only its owner can read, as a whole or not at all. If two processes write it at once,
 * the text of the first one stays. Both return the text that the file then has.
 */
export function keepFirst(file: string, text: string): string {
  const draft = `${file}.${process.pid}`;
  const handle = openSync(draft, 'w', 0o600);
  writeSync(handle, `${text}\n`);
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
