import { readdirSync, readFileSync } from 'node:fs';

// Reads /proc of Linux. Other systems have no such values: they are NaN there, and the columns stay empty.
const TICK_MS = 10;
const NANOSECONDS_OF_MS = 1_000_000;
const MIB = 1024 * 1024;
const PAGE_BYTES = 4096;

function read(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Fields of `/proc/PID/stat` after the program's name. The name is in parentheses and may contain blanks. */
function statOf(pid: number | string): number[] {
  const text = read(`${pid}/stat`);
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/**
 * The CPU time of all threads, in user and in kernel mode. `stat` would cut the time of each process to whole ticks of
 * 10 ms, and a connection of PostgreSQL needs only ten of them in a second.
 */
export function cpuMs(pid: number | string): number {
  try {
    const times = readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
    );
    return times.reduce((sum, time) => sum + time, 0) / NANOSECONDS_OF_MS;
  } catch {
    return Number.NaN;
  }
}

export const parentOf = (pid: number | string): number => statOf(pid)[1] ?? Number.NaN;

/**
 * The CPU time of a server with a process for each connection, such as PostgreSQL. Children that have ended count too.
 * Otherwise the sum would fall when a pool closes a connection.
 */
function cpuMsOfChildren(parent: number): number {
  const [user = Number.NaN, system = Number.NaN] = statOf(parent).slice(13, 15);
  if (Number.isNaN(user)) return Number.NaN;
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && parentOf(name) === parent,
  );
  return children.reduce((sum, pid) => sum + (cpuMs(pid) || 0), (user + system) * TICK_MS);
}

export type Cpu = { serverCpuMs: number; postgresCpuMs: number };

/** Counts from now on: the result says how much CPU time a process and all processes of PostgreSQL have used since. */
export function countCpu(pid: number, postmaster: number): () => Cpu {
  const [server, postgres] = [cpuMs(pid), cpuMsOfChildren(postmaster)];
  return () => ({
    serverCpuMs: cpuMs(pid) - server,
    postgresCpuMs: cpuMsOfChildren(postmaster) - postgres,
  });
}

export function residentMiB(pid: number): number {
  return (Number(read(`${pid}/statm`).split(' ')[1]) * PAGE_BYTES) / MIB;
}
