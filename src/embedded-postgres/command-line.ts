import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { codeOf } from '../shared/errors/system-error-code.ts';

const run = promisify(execFile);

/**
 * The command line of a process, as one line, because `ps` of macOS does not show where an argument
 * ends. Empty for a process that has ended, even if it is a zombie.
 */
export async function commandLine(pid: number): Promise<string> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

async function fromProc(pid: number): Promise<string> {
  try {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    return text.replaceAll('\0', ' ').trim();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(codeOf(error))) return '';
    throw error;
  }
}

async function fromPs(pid: number): Promise<string> {
  try {
    const { stdout } = await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
    return stdout.trim();
  } catch (error) {
    // `ps` exits with 1 if there is no such process. Other failures say nothing about the process.
    if (error instanceof Error && 'code' in error && error.code === 1) return '';
    throw error;
  }
}
