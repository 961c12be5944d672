import { readdirSync, readFileSync } from 'node:fs';

type Entry = { pid: number; parent: number; group: number; isZombie: boolean };

/** All processes of the machine. Only Linux has /proc; elsewhere the list is empty. */
function everyProcess(): Entry[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name of the program, in parentheses, may contain anything.
      const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const numbers = { parent: Number(parent), group: Number(group) };
      return [{ pid: Number(name), ...numbers, isZombie: state === 'Z' }];
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });
}

/** The other processes in the group of a process. */
export function groupOf(leader: number): number[] {
  const members = everyProcess().filter(({ pid, group }) => group === leader && pid !== leader);
  return members.map(({ pid }) => pid);
}

/** The first process that a process has started and that runs: the server of `npm start`. */
export function childOf(parent: number): number | undefined {
  return everyProcess().find((one) => one.parent === parent && !one.isZombie)?.pid;
}

/** Those of the given processes that run, with all descendants and the members of their groups. */
export function processesOf(roots: number[]): number[] {
  const all = everyProcess().filter(({ isZombie }) => !isZombie);
  const found = new Set<number>();
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { pid, parent, group } of all) {
      const belongs = roots.includes(pid) || found.has(parent) || roots.includes(group);
      if (belongs) found.add(pid);
    }
  }
  return [...found];
}
