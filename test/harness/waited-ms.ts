import { readFileSync } from 'node:fs';

/**
 * How long a process was ready to run but waited for a processor. It is 0 on any system but Linux.
 */
export function waitedMs(pid: number): number {
  try {
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waited) / 1e6;
  } catch {
    return 0;
  }
}
