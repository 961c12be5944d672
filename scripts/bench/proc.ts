import { readdirSync, readFileSync } from 'node:fs';

// Reads /proc of Linux. Other systems have no such values, and the columns stay empty.
const TICK_MS = 10;
const NANOSECONDS_OF_MS = 1_000_000;
const MIB = 1024 * 1024;
const PAGE_BYTES = 4096;

/** Fields of `/proc/PID/stat` after the program's name. The name is in parentheses and may contain blanks. */
function statOf(pid: number | string): number[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return null;
  }
}

/**
 * The CPU time of all threads, in user and in kernel mode. `stat` would cut the time of each process to whole ticks of
 * 10 ms, and a connection of PostgreSQL needs only ten of them in a second.
 */
export function cpuMs(pid: number | string): number | null {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
    );
    return times.reduce((sum, time) => sum + time, 0) / NANOSECONDS_OF_MS;
  } catch {
    return null;
  }
}

export function parentOf(pid: number | string): number | null {
  return statOf(pid)?.[1] ?? null;
}

/**
 * The CPU time of a server with a process for each connection, such as PostgreSQL. Children that have ended count too.
 * Otherwise the sum would fall when a pool closes a connection.
 */
export function cpuMsOfChildren(parent: number): number | null {
  const stat = statOf(parent);
  if (!stat) return null;
  const [user = 0, system = 0] = stat.slice(13, 15);
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && parentOf(name) === parent,
  );
  return children.reduce((sum, pid) => sum + (cpuMs(pid) ?? 0), (user + system) * TICK_MS);
}

export function residentMiB(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return (pages * PAGE_BYTES) / MIB;
  } catch {
    return null;
  }
}
