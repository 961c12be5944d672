import { setTimeout as sleep } from 'node:timers/promises';
import type { CannonRequest } from 'autocannon';
import { compareAnswers } from './compare.ts';
import type { BenchDatabase } from './database.ts';
import { drive, freshWindows, MORE_ROUNDS, median, middle, type Round } from './drive.ts';
import { residentMiB } from './proc.ts';
import type { Finding } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import type { Servers } from './servers.ts';
import { deepRequests, type Work, works } from './works.ts';

export type Plan = {
  database: BenchDatabase;
  servers: Servers;
  startFresh(): Promise<ServerProcess>;
  startBare(): Promise<ServerProcess>;
  startBothLogs(unloggedPort: number): Promise<ServerProcess>;
  rounds: number;
  seconds: number;
};

const DEEP_P99_AT_MOST = 1.3;
// A hundred keys may make 12,000 requests a minute.
const DEEP_REQUESTS = 9_000;
const MEMORY_AT_MOST = 1.1;
const MEMORY_PROCESSES = 3;
const WARM_UP_SECONDS = 2;
const [FEW_REQUESTS, MANY_REQUESTS] = [20_000, 200_000];

export async function measureWork(plan: Plan, work: Work): Promise<Finding> {
  const { database, servers, seconds } = plan;
  const rounds = plan.rounds * (work.writes ? MORE_ROUNDS : 1);
  const { teams, postmaster } = database;
  await freshWindows(teams.url);
  await compareAnswers(servers.product, servers.baseline, await work.requests(teams));
  const round = async (server: ServerProcess, length: number) => {
    const requests = await work.requests(teams);
    await freshWindows(teams.url);
    return drive(server, requests, postmaster, { seconds: length });
  };
  await round(servers.product, WARM_UP_SECONDS);
  await round(servers.baseline, WARM_UP_SECONDS);
  const [ours, theirs]: [Round[], Round[]] = [[], []];
  for (let n = 0; n < rounds; n++) {
    ours.push(await round(servers.product, seconds));
    theirs.push(await round(servers.baseline, seconds));
    progress(`${work.title} ${n + 1}/${rounds}`, [ours.at(-1), theirs.at(-1)]);
  }
  const ratio = median(ours.map(({ rps }) => rps)) / median(theirs.map(({ rps }) => rps));
  return {
    name: work.name,
    title: work.title,
    sides: { product: middle(ours), baseline: middle(theirs) },
    ratio,
    required: `>= ${work.required.toFixed(2)}`,
    passed: ratio >= work.required,
  };
}

/**
 * Compares deep pages of a team with 1,000,000 trainings, in a database with 500 other teams, with those of a team with
 * 10,000, which has a database to itself.
 */
export async function measureDepth(plan: Plan): Promise<Finding> {
  const { database, servers, rounds } = plan;
  const { large, small, postmaster, encryptionKey } = database;
  const sides = [
    { server: servers.product, url: large.url, requests: await deepRequests(large, encryptionKey) },
    { server: servers.small, url: small.url, requests: await deepRequests(small, encryptionKey) },
  ];
  return compareDepth(sides, { rounds, postmaster });
}

type DepthSide = { server: ServerProcess; url: string; requests: CannonRequest[] };

/** Measures both in turn, the large team first. */
export async function compareDepth(
  sides: readonly DepthSide[],
  { rounds, postmaster }: { rounds: number; postmaster: number },
): Promise<Finding> {
  const round = async (side: DepthSide) => {
    await freshWindows(side.url);
    return drive(side.server, side.requests, postmaster, { amount: DEEP_REQUESTS });
  };
  for (const side of sides) await round(side);
  const all: Round[][] = [[], []];
  for (let n = 0; n < rounds; n++) {
    for (const [i, side] of sides.entries()) all[i]?.push(await round(side));
    progress(
      `deep ${n + 1}/${rounds}`,
      all.map((those) => those.at(-1)),
    );
  }
  const [deep, shallow] = all.map(middle) as [Round, Round];
  const ratio = deep.p99 / shallow.p99;
  return {
    name: 'deep',
    title: 'p99 of deep GET /trainings',
    sides: { 'large team': deep, 'small team': shallow },
    ratio,
    required: `<= ${DEEP_P99_AT_MOST.toFixed(2)}`,
    passed: ratio <= DEEP_P99_AT_MOST,
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
  const ratio = ratioOf(memory);
  return {
    name: 'memory',
    title: 'resident memory',
    memory,
    ratio,
    notes: [`Each process: ${sorted.map((each) => ratioOf(each).toFixed(2)).join(', ')}.`],
    required: `<= ${MEMORY_AT_MOST.toFixed(2)}`,
    passed: ratio <= MEMORY_AT_MOST,
  };
}

async function growthOfOne(plan: Plan, share: number): Promise<{ few: number; many: number }> {
  const server = await plan.startFresh();
  try {
    const resident: number[] = [];
    for (let sent = 0; sent < MANY_REQUESTS; sent += FEW_REQUESTS) {
      await sendAllWorks(plan, server, (FEW_REQUESTS / works.length) * share);
      // Gives the garbage collector time after the last requests.
      await sleep(1000);
      resident.push(residentMiB(server.pid) ?? Number.NaN);
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

function progress(what: string, rounds: (Round | undefined)[]): void {
  const texts = rounds.map(
    (round) => `${round?.rps.toFixed(0)} rps p99 ${round?.p99.toFixed(1)} ms`,
  );
  console.error(`${what}: ${texts.join(' | ')}`);
}
