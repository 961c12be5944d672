import autocannon, { type CannonRequest } from 'autocannon';
import pg from 'pg';
import { cpuMs, cpuMsOfChildren } from './proc.ts';
import type { ServerProcess } from './server-process.ts';

export const CONNECTIONS = 64;
/** Short rounds, and rounds that write, differ by a quarter. So a run makes this many times as many of them. */
export const MORE_ROUNDS = 3;

export type Round = {
  rps: number;
  p50: number;
  p99: number;
  requests: number;
  /** CPU time for one request: of the server's process, and of all PostgreSQL processes. */
  serverCpuMs: number | null;
  postgresCpuMs: number | null;
  /** CPU time of the nodes of a Citus cluster, beside the coordinator. */
  nodesCpuMs?: number | null;
  /** CPU time of the receiver, if the measured process only sends. */
  receiverCpuMs?: number | null;
};

type Load = {
  seconds?: number;
  amount?: number;
  connections?: number;
  /** Only what comes after this many seconds is counted. */
  settleSeconds?: number;
  /** The servers of other nodes on this machine. */
  nodes?: readonly number[];
};

/**
 * Each connection sends a part of the requests, one after another, so that the keys take turns. An answer that is not
 * 2xx ends the run, because it costs more or less than a normal one.
 */
export async function drive(
  server: ServerProcess,
  requests: CannonRequest[],
  postmaster: number,
  { seconds = 1, amount, connections = CONNECTIONS, settleSeconds = 0, nodes = [] }: Load,
): Promise<Round> {
  const shares: CannonRequest[][] = Array.from({ length: connections }, () => []);
  for (const [i, request] of requests.entries()) shares[i % connections]?.push(request);
  const times: number[] = [];
  const cpu = () => ({
    server: cpuMs(server.pid),
    postgres: cpuMsOfChildren(postmaster),
    nodes: nodes.reduce((sum, node) => sum + (cpuMsOfChildren(node) ?? Number.NaN), 0),
  });
  const cannon = autocannon({
    url: server.url,
    connections,
    ...(amount === undefined ? { duration: settleSeconds + seconds } : { amount }),
    setupClient(client) {
      client.setRequests(shares.pop() ?? []);
    },
  });
  let before = cpu();
  let startedAt = performance.now();
  let lastAt = startedAt;
  const begin = () => {
    times.length = 0;
    before = cpu();
    startedAt = performance.now();
  };
  cannon.once('start', settleSeconds > 0 ? () => setTimeout(begin, settleSeconds * 1_000) : begin);
  cannon.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => {
    times.push(ms);
    lastAt = performance.now();
  });
  const result = await cannon;
  const after = cpu();
  const statuses = Object.entries(result.statusCodeStats).map(([s, { count }]) => `${s}: ${count}`);
  if (result.non2xx + result.errors + result.timeouts > 0 || times.length === 0) {
    throw new Error(`${server.name}: not every answer was 2xx (${statuses.join(', ')})`);
  }
  const each = (a: number | null, b: number | null) =>
    a === null || b === null ? null : (b - a) / times.length;
  return {
    rps: times.length / ((lastAt - startedAt) / 1000),
    ...percentiles(times),
    requests: times.length,
    serverCpuMs: each(before.server, after.server),
    postgresCpuMs: each(before.postgres, after.postgres),
    ...(nodes.length > 0 ? { nodesCpuMs: each(before.nodes, after.nodes) } : {}),
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

export function middle(rounds: Round[]): Round {
  const medianOf = (value: (round: Round) => number | null | undefined) =>
    median(rounds.map((round) => value(round) ?? Number.NaN));
  return {
    rps: medianOf(({ rps }) => rps),
    p50: medianOf(({ p50 }) => p50),
    p99: medianOf(({ p99 }) => p99),
    requests: medianOf(({ requests }) => requests),
    serverCpuMs: medianOf(({ serverCpuMs }) => serverCpuMs),
    postgresCpuMs: medianOf(({ postgresCpuMs }) => postgresCpuMs),
    receiverCpuMs: medianOf(({ receiverCpuMs }) => receiverCpuMs),
    nodesCpuMs: medianOf(({ nodesCpuMs }) => nodesCpuMs),
  };
}

/** Empties the rate windows, so that no key reaches its limit of 120 a minute. */
export function freshWindows(url: string): Promise<void> {
  return execute(url, 'truncate rate_window');
}

/** Vacuums after the writes of another measurement. PostgreSQL itself would do so at an unknown time. */
export function vacuum(url: string): Promise<void> {
  return execute(url, 'vacuum (analyze)');
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
