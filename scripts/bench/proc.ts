import { readdirSync, readFileSync } from 'node:fs';

// Reads /proc of Linux. On other systems these values are missing, and the columns stay empty.
const TICK_MS = 10;
const MIB = 1024 * 1024;
const PAGE_BYTES = 4096;

type Stat = { parent: number; cpuMs: number };

/** Includes all threads, in user and in kernel mode. */
function statOf(pid: number | string): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name, in parentheses, may contain blanks.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
    return { parent: parent ?? 0, cpuMs: ((user ?? 0) + (system ?? 0)) * TICK_MS };
  } catch {
    return null;
  }
}

export function cpuMs(pid: number): number | null {
  return statOf(pid)?.cpuMs ?? null;
}

export function parentOf(pid: number): number | null {
  return statOf(pid)?.parent ?? null;
}

/** For a server with a process for each connection, as PostgreSQL has. */
export function cpuMsOfChildren(parent: number): number | null {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.reduce((sum, pid) => {
      const stat = statOf(pid);
      return stat?.parent === parent ? sum + stat.cpuMs : sum;
    }, 0);
  } catch {
    return null;
  }
}

export function residentMiB(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return (pages * PAGE_BYTES) / MIB;
  } catch {
    return null;
  }
}
