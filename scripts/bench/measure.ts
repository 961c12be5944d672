import { setTimeout as sleep } from 'node:timers/promises';
import type { CannonRequest } from 'autocannon';
import { compareAnswers } from './compare.ts';
import type { BenchDatabase } from './database.ts';
import { alternately, drive, freshWindows, MORE_ROUNDS, median, type Round } from './drive.ts';
import { residentMiB } from './proc.ts';
import { atLeast, atMost, type Finding } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import type { Servers, startServers } from './servers.ts';
import { deepRequests, type Work, works } from './works.ts';
import { countWritten } from './written.ts';

export type Plan = {
  database: BenchDatabase;
  servers: Servers;
  startFresh: Awaited<ReturnType<typeof startServers>>['startFresh'];
  rounds: number;
  seconds: number;
};

const DEEP_P99_AT_MOST = 1.3;
// A hundred keys may make 12,000 requests a minute.
const DEEP_REQUESTS = 9_000;
const MEMORY_AT_MOST = 1.1;
const MEMORY_PROCESSES = 3;
const WARM_UP_SECONDS = 5;
/** Of each side of an operation. */
export const PROCESSES = 3;
const [FEW_REQUESTS, MANY_REQUESTS] = [20_000, 200_000];

/**
 * Two processes of the same code differ by a fifth for as long as they live. So each side has several, one after another.
 */
export async function measureWork(plan: Plan, work: Work): Promise<Finding> {
  const { database, servers, startFresh, seconds } = plan;
  const { teams, rivalUrl, postmaster } = database;
  await freshWindows(teams.url, rivalUrl);
  await compareAnswers(servers.product, servers.baseline, await work.requests(teams));
  const delays = new Map<string, number[]>();
  const round = async (server: ServerProcess, length: number) => {
    const requests = await work.requests(teams);
    await freshWindows(teams.url, rivalUrl);
    await server.eventLoop();
    const driven = await drive(server, requests, postmaster, { seconds: length });
    const { p99 } = await server.eventLoop();
    delays.set(server.name, [...(delays.get(server.name) ?? []), p99]);
    return driven;
  };
  const rounds = plan.rounds * (work.writes ? MORE_ROUNDS : 1);
  const each = Math.ceil(rounds / PROCESSES);
  const side = (start: () => Promise<ServerProcess>) =>
    renewed(start, each, (server) => round(server, WARM_UP_SECONDS));
  const [product, baseline] = [side(startFresh.product), side(startFresh.baseline)];
  const { ours, theirs, ratio } = await alternately(work.title, rounds, [
    async () => round(await product.next(), seconds),
    async () => round(await baseline.next(), seconds),
  ]).finally(() => Promise.all([product.stop(), baseline.stop()]));
  const late = [...delays.values()].map((each) => median(each).toFixed(1)).join(' / ');
  const notes = [`99 % of the turns of the event loop were late by at most ${late} ms.`];
  if (work.writes) {
    const sides = [servers.product, servers.baseline];
    notes.push(await writtenBy(teams.url, sides, (server) => round(server, seconds)));
  }
  return {
    name: work.name,
    title: work.title,
    sides: { product: ours, baseline: theirs },
    notes,
    ...atLeast(ratio, work.required),
  };
}

async function writtenBy(
  url: string,
  sides: ServerProcess[],
  round: (server: ServerProcess) => Promise<Round>,
): Promise<string> {
  const texts: string[] = [];
  for (const server of sides) {
    const { walBytes, fsyncs } = await countWritten(url, () => round(server));
    texts.push(`${walBytes.toFixed(0)} bytes with ${fsyncs.toFixed(2)} fsyncs`);
  }
  return `WAL of a request: ${texts.join(' / ')}.`;
}

/** A server that is replaced by a new process after so many rounds. */
export function renewed(
  start: () => Promise<ServerProcess>,
  rounds: number,
  warmUp: (server: ServerProcess) => Promise<unknown>,
) {
  let server: ServerProcess | undefined;
  let left = 0;
  return {
    async next(): Promise<ServerProcess> {
      if (server && left > 0) {
        left -= 1;
        return server;
      }
      await server?.stop();
      server = await start();
      left = rounds - 1;
      await warmUp(server);
      return server;
    },
    async stop(): Promise<void> {
      await server?.stop();
    },
  };
}

/**
 * Compares deep pages of a team with 1,000,000 trainings, in a database with 500 other teams, with those of a team with
 * 10,000, which has a database to itself.
 */
export async function measureDepth({ database, servers, rounds }: Plan): Promise<Finding> {
  const { large, small, postmaster } = database;
  const side = async (server: ServerProcess, filled: typeof large) => {
    const requests: CannonRequest[] = await deepRequests(filled);
    return async () => {
      await freshWindows(filled.url);
      return drive(server, requests, postmaster, { amount: DEEP_REQUESTS });
    };
  };
  const deep = await side(servers.product, large);
  const shallow = await side(servers.small, small);
  for (const warmUp of [deep, shallow]) await warmUp();
  const { ours, theirs } = await alternately('deep', rounds, [deep, shallow]);
  return {
    name: 'deep',
    title: 'p99 of deep GET /trainings',
    sides: { 'large team': ours, 'small team': theirs },
    ...atMost(ours.p99 / theirs.p99, DEEP_P99_AT_MOST),
  };
}

/**
 * The growth of three new processes, each with the requests of all five kinds. V8 lets the heaps of processes grow
 * differently, by a tenth, before it collects.
 */
export async function measureMemory(plan: Plan, share: number): Promise<Finding> {
  const grown: { few: number; many: number }[] = [];
  for (let n = 0; n < MEMORY_PROCESSES; n++) grown.push(await growthOfOne(plan, share));
  const ratioOf = ({ few, many }: { few: number; many: number }) => many / few;
  const sorted = grown.toSorted((a, b) => ratioOf(a) - ratioOf(b));
  const memory = sorted[sorted.length >> 1] ?? { few: Number.NaN, many: Number.NaN };
  return {
    name: 'memory',
    title: 'resident memory',
    memory,
    notes: [`Each process: ${sorted.map((each) => ratioOf(each).toFixed(2)).join(', ')}.`],
    ...atMost(ratioOf(memory), MEMORY_AT_MOST),
  };
}

async function growthOfOne(plan: Plan, share: number): Promise<{ few: number; many: number }> {
  const server = await plan.startFresh.product();
  try {
    const resident: number[] = [];
    for (let sent = 0; sent < MANY_REQUESTS; sent += FEW_REQUESTS) {
      await sendAllWorks(plan, server, (FEW_REQUESTS / works.length) * share);
      // Gives the garbage collector time after the last requests.
      await sleep(1000);
      resident.push(residentMiB(server.pid));
      console.error(`memory: ${resident.at(-1)?.toFixed(1)} MiB`);
    }
    return { few: resident[0] ?? Number.NaN, many: resident.at(-1) ?? Number.NaN };
  } finally {
    await server.stop();
  }
}

async function sendAllWorks(plan: Plan, server: ServerProcess, amount: number): Promise<void> {
  const { teams, postmaster } = plan.database;
  for (const work of works) {
    const requests = await work.requests(teams);
    await freshWindows(teams.url);
    await drive(server, requests, postmaster, { amount });
  }
}
