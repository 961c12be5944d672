import { readFileSync } from 'node:fs';

/**
 * For how long a process was ready to go on and had to wait, because other processes had the processors.
 * Only Linux tells; elsewhere it is 0.
 */
export function waitedMs(pid: number): number {
  try {
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waited) / 1e6;
  } catch {
    return 0;
  }
}
