import { setTimeout as sleep } from 'node:timers/promises';
import type { CannonRequest } from 'autocannon';
import { drive, freshWindows, middle, type Round, vacuum } from './drive.ts';
import { measureLine } from './log-line.ts';
import type { Plan } from './measure.ts';
import { cpuMs, cpuMsOfChildren } from './proc.ts';
import type { Finding } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import { works } from './works.ts';

/** The most that the log of a request may cost, of the CPU time of server and database. */
const ALLOWED = 0.05;

/** Rounds of each process, since the two sides differ by less than two rounds of one process. */
const ROUNDS_OF_PROCESS = 3;

/** The lines of the last second are written after a round, and belong to it. */
const WRITTEN_WITHIN_MS = 1_500;

/**
 * CPU time of `GET /me`, with and without a line in the request log. Each side has several new
 * processes, since two processes with the same code differ for as long as they run.
 */
export async function measureRequestLog(plan: Plan): Promise<Finding> {
  const me = works.find(({ name }) => name === 'me');
  const requests = (await me?.requests(plan.database.teams)) ?? [];
  const sides: [Side, Side] = [
    { start: plan.startFresh, measured: [] },
    { start: plan.startUnlogged, measured: [] },
  ];
  await vacuum(plan.database.teams.url);
  for (let n = 0; n < plan.rounds; n++) await measureNewProcesses(plan, sides, requests);
  const [product, without] = [average(sides[0].measured), average(sides[1].measured)];
  const share = cpuOf(product) / cpuOf(without) - 1;
  return {
    name: 'log',
    title: 'GET /me with the request log',
    sides: { product, 'without the log': without },
    measured: `${(share * 100).toFixed(1)} % more CPU`,
    required: `${ALLOWED * 100} %`,
    passed: share <= ALLOWED,
    notes: [await measureLine(plan.database)],
  };
}

type Side = { start: () => Promise<ServerProcess>; measured: Round[] };

async function measureNewProcesses(
  plan: Plan,
  sides: readonly Side[],
  requests: CannonRequest[],
): Promise<void> {
  const started: (ServerProcess & Pick<Side, 'measured'>)[] = [];
  try {
    for (const { start, measured } of sides) started.push({ ...(await start()), measured });
    for (let n = 0; n <= ROUNDS_OF_PROCESS; n++) {
      for (const server of n % 2 === 0 ? started : started.toReversed()) {
        const round = await measureRound(plan, server, requests);
        // The first round only warms up.
        if (n > 0) server.measured.push(round);
      }
    }
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

async function measureRound(
  { database, seconds }: Plan,
  server: ServerProcess,
  requests: CannonRequest[],
): Promise<Round> {
  await freshWindows(database.teams.url);
  const cpu = () => [cpuMs(server.pid) ?? 0, cpuMsOfChildren(database.postmaster) ?? 0] as const;
  const before = cpu();
  const driven = await drive(server, requests, database.postmaster, { seconds });
  await sleep(WRITTEN_WITHIN_MS);
  const after = cpu();
  return {
    ...driven,
    serverCpuMs: (after[0] - before[0]) / driven.requests,
    postgresCpuMs: (after[1] - before[1]) / driven.requests,
  };
}

/** Counters are written every ten seconds, which medians would leave out. */
function average(rounds: Round[]): Round {
  const requests = rounds.reduce((sum, round) => sum + round.requests, 0);
  const mean = (side: 'serverCpuMs' | 'postgresCpuMs') =>
    rounds.reduce((sum, round) => sum + (round[side] ?? 0) * round.requests, 0) / requests;
  const [serverCpuMs, postgresCpuMs] = [mean('serverCpuMs'), mean('postgresCpuMs')];
  return { ...middle(rounds), serverCpuMs, postgresCpuMs };
}

function cpuOf({ serverCpuMs, postgresCpuMs }: Round): number {
  return (serverCpuMs ?? 0) + (postgresCpuMs ?? 0);
}
