import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from '../../bench/database.ts';
import type { ServerProcess } from '../../bench/server-process.ts';
import type { Seen } from './load.ts';

/** The costs of a failover. Times are in milliseconds from the loss of the primary. */
export type Outcome = {
  promotedAfter: number;
  firstWrite: number;
  firstRead: number;
  answered: number;
  /** Answered writes that the new primary lacks. */
  lost: number;
  /** Writes that the new primary has twice. */
  double: number;
  refusals: number;
  slowest: number;
  /** Kept writes whose event the receiver did not get. */
  unsent: number;
  /** Lost writes whose event the receiver got. */
  sentOfLost: number;
  /** Whether all processes are ready and a command works, without a restart. */
  isRecovered: boolean;
  wrong: string[];
};

type OutcomeInput = {
  seen: Seen;
  times: { lostAt: number; promotingAt: number; promotedAt: number };
  announced: Set<string>;
  /** The new primary. */
  url: string;
  processes: ServerProcess[];
  commandLine: () => Promise<boolean>;
};

const LIMIT_MS = 90_000;

export async function outcomeOf(input: OutcomeInput): Promise<Outcome> {
  const { seen, times, announced, url, processes } = input;
  const { lostAt, promotingAt, promotedAt } = times;
  const { kept, double } = await assignmentsOf(url);
  const ids = seen.writes.map(({ id }) => id);
  const lost = ids.filter((id) => !kept.has(id));
  const unsent = () => [...kept].filter((id) => !announced.has(id)).length;
  await eventually(() => unsent() === 0);
  const firstAfter = (moments: number[]) =>
    Math.min(...moments.filter((each) => each > promotingAt)) - lostAt;
  const isRecovered = (await areReady(processes)) && (await input.commandLine());
  return {
    promotedAfter: promotedAt - lostAt,
    firstWrite: firstAfter(seen.writes.map(({ at }) => at)),
    firstRead: firstAfter(seen.reads),
    answered: ids.length,
    lost: lost.length,
    double,
    refusals: seen.refusals,
    slowest: seen.slowest,
    unsent: unsent(),
    sentOfLost: lost.filter((id) => announced.has(id)).length,
    isRecovered,
    wrong: [...seen.wrong, ...seen.missed.filter((id) => kept.has(id)).map(() => 'GET: 404')],
  };
}

async function assignmentsOf(url: string): Promise<{ kept: Set<string>; double: number }> {
  const written = 'select id, title from assignment';
  const rows = await rowsOf<{ id: string; title: string }>(url, written);
  const titles = new Set(rows.map(({ title }) => title));
  return { kept: new Set(rows.map(({ id }) => id)), double: rows.length - titles.size };
}

export async function areReady(processes: readonly ServerProcess[]): Promise<boolean> {
  const probes = processes.map(({ url }) => fetch(`${url}/readyz`).catch(() => undefined));
  return (await Promise.all(probes)).every((response) => response?.ok);
}

/** Waits until something holds, or for a limited time. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const until = performance.now() + LIMIT_MS;
  while (performance.now() < until) {
    if (await Promise.resolve(holds()).catch(() => false)) return;
    await sleep(50);
  }
}
