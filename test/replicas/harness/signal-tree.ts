import { setTimeout as sleep } from 'node:timers/promises';
import { processesOf } from '../../harness/process-tree.ts';

/** Sends a signal to a process and to all that it has started. */
export function signalTree(root: number, signal: NodeJS.Signals): void {
  for (const pid of processesOf([root])) process.kill(pid, signal);
}

/** Kills a process and all that it has started, and waits until they are gone. */
export async function killTree(root: number): Promise<void> {
  const pids = processesOf([root]);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  while (processesOf([root]).length > 0) await sleep(10);
}
