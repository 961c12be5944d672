import { setTimeout as sleep } from 'node:timers/promises';
import { drive, freshWindows, middle, type Round, vacuum } from './drive.ts';
import { measureLine } from './log-line.ts';
import type { Plan } from './measure.ts';
import { cpuMs, cpuMsOfChildren } from './proc.ts';
import type { Finding } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import { works } from './works.ts';

/** The most that the log of a request may cost, of the CPU time of server and database. */
const ALLOWED = 0.05;

/** More rounds, since the two sides differ by little more than two rounds of one side. */
const ROUNDS_MORE = 3;

/** The lines of the last second are written after a round, and belong to it. */
const WRITTEN_WITHIN_MS = 1_500;

/** CPU time of `GET /me`, with and without a line in the request log, in turn. */
export async function measureRequestLog(plan: Plan): Promise<Finding> {
  const { database, servers, rounds, seconds } = plan;
  const me = works.find(({ name }) => name === 'me');
  const requests = (await me?.requests(database.teams)) ?? [];
  const unlogged = await plan.startUnlogged();
  await vacuum(database.teams.url);
  const round = async (server: ServerProcess): Promise<Round> => {
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
  };
  const [logged, plain]: [Round[], Round[]] = [[], []];
  try {
    // The first round of each side only warms up.
    for (let n = 0; n <= rounds * ROUNDS_MORE; n++) {
      const [ours, theirs] = [await round(servers.product), await round(unlogged)];
      if (n === 0) continue;
      logged.push(ours);
      plain.push(theirs);
    }
  } finally {
    await unlogged.stop();
  }
  const [product, without] = [average(logged), average(plain)];
  const share = cpuOf(product) / cpuOf(without) - 1;
  return {
    name: 'log',
    title: 'GET /me with the request log',
    sides: { product, 'without the log': without },
    measured: `${(share * 100).toFixed(1)} % more CPU`,
    required: `${ALLOWED * 100} %`,
    passed: share <= ALLOWED,
    notes: [await measureLine(database)],
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
