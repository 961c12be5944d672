import autocannon, { type CannonRequest } from 'autocannon';
import { rowsOf } from './database.ts';
import { type Cpu, countCpu } from './proc.ts';
import type { ServerProcess } from './server-process.ts';

export const CONNECTIONS = 64;
/** Short rounds, and rounds that write, differ by a quarter. So a run makes this many times as many of them. */
export const MORE_ROUNDS = 3;

/** The CPU time is that of one request: of the server's process, and of all PostgreSQL processes. */
export type Round = Cpu & { rps: number; p50: number; p99: number; requests: number };

type Load = { seconds?: number; amount?: number; connections?: number };

/**
 * Each connection sends a part of the requests, one after another, so that the keys take turns. An answer that is not
 * 2xx ends the run, because it costs more or less than a normal one.
 */
export async function drive(
  server: ServerProcess,
  requests: CannonRequest[],
  postmaster: number,
  { seconds = 1, amount, connections = CONNECTIONS }: Load,
): Promise<Round> {
  const shares: CannonRequest[][] = Array.from({ length: connections }, () => []);
  for (const [i, request] of requests.entries()) shares[i % connections]?.push(request);
  const times: number[] = [];
  const cannon = autocannon({
    url: server.url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    setupClient(client) {
      client.setRequests(shares.pop() ?? []);
    },
  });
  let cpu = countCpu(server.pid, postmaster);
  let startedAt = performance.now();
  let lastAt = startedAt;
  cannon.once('start', () => {
    cpu = countCpu(server.pid, postmaster);
    startedAt = performance.now();
  });
  cannon.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => {
    times.push(ms);
    lastAt = performance.now();
  });
  const result = await cannon;
  const spent = cpu();
  const statuses = Object.entries(result.statusCodeStats).map(([s, { count }]) => `${s}: ${count}`);
  if (result.non2xx + result.errors + result.timeouts > 0 || times.length === 0) {
    throw new Error(`${server.name}: not every answer was 2xx (${statuses.join(', ')})`);
  }
  return {
    ...roundOf(times.length, lastAt - startedAt, spent),
    ...percentiles(times),
  };
}

/** A round of `count` requests that together took so long. */
export function roundOf(count: number, ms: number, spent: Cpu): Round {
  return {
    rps: count / (ms / 1000),
    p50: Number.NaN,
    p99: Number.NaN,
    requests: count,
    serverCpuMs: spent.serverCpuMs / count,
    postgresCpuMs: spent.postgresCpuMs / count,
  };
}

export function percentiles(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: quantile(0.5), p99: quantile(0.99) };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

function middle(rounds: Round[]): Round {
  const medianOf = (value: (round: Round) => number) => median(rounds.map(value));
  return {
    rps: medianOf(({ rps }) => rps),
    p50: medianOf(({ p50 }) => p50),
    p99: medianOf(({ p99 }) => p99),
    requests: medianOf(({ requests }) => requests),
    serverCpuMs: medianOf(({ serverCpuMs }) => serverCpuMs),
    postgresCpuMs: medianOf(({ postgresCpuMs }) => postgresCpuMs),
  };
}

export type MakeRound = () => Promise<Round>;

/**
 * Measures two sides in turn, ours first, and returns the medians of each, the ratio of their requests a second, and the
 * median ratio of the CPU time of two neighbouring rounds.
 */
export async function alternately(
  what: string,
  rounds: number,
  [ours, theirs]: [MakeRound, MakeRound],
): Promise<{ ours: Round; theirs: Round; ratio: number; cpuRatio: number }> {
  const [all, others]: [Round[], Round[]] = [[], []];
  for (let n = 1; n <= rounds; n++) {
    all.push(await ours());
    others.push(await theirs());
    const texts = [all.at(-1), others.at(-1)].map((round) =>
      [`${round?.rps.toFixed(0)} a second`, round?.p99 && `p99 ${round.p99.toFixed(1)} ms`]
        .filter(Boolean)
        .join(', '),
    );
    console.error(`${what} ${n}/${rounds}: ${texts.join(' | ')}`);
  }
  const sides = { ours: middle(all), theirs: middle(others) };
  const cpuRatio = median(
    all.map(({ serverCpuMs }, n) => serverCpuMs / (others[n]?.serverCpuMs ?? Number.NaN)),
  );
  return { ...sides, ratio: sides.ours.rps / sides.theirs.rps, cpuRatio };
}

/** Empties the rate windows, so that no key reaches its limit of 120 a minute. */
export async function freshWindows(...urls: string[]): Promise<void> {
  for (const url of new Set(urls)) await rowsOf(url, 'truncate rate_window');
}
