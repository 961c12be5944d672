import type { CannonRequest } from 'autocannon';
import { freePort } from '../../src/embedded-postgres/cluster.ts';
import { drive, freshWindows, middle, type Round, vacuum } from './drive.ts';
import { measureLine } from './log-line.ts';
import type { Plan } from './measure.ts';
import type { Finding } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import { works } from './works.ts';

/** The log may cost this share of the CPU time of server and database. */
const ALLOWED = 0.05;

/** The number of rounds of each side in each process. They are short, because the machine's speed varies. */
const ROUNDS_OF_PROCESS = 12;
const SECONDS = 2;
const WARM_UP = 2;

/** The first seconds of a round are not counted: the other side's last lines are written in them. */
const SETTLE_SECONDS = 1.5;

/** CPU time of `GET /me` with and without a line in the request log, in turn. One process serves both. */
export async function measureRequestLog(plan: Plan): Promise<Finding> {
  const me = works.find(({ name }) => name === 'me');
  const requests = (await me?.requests(plan.database.teams)) ?? [];
  const measured = { product: [] as Round[], without: [] as Round[] };
  await vacuum(plan.database.teams.url);
  for (let n = 0; n < plan.rounds; n++) await measureProcess(plan, measured, requests);
  const [product, without] = [average(measured.product), average(measured.without)];
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

async function measureProcess(
  plan: Plan,
  measured: Record<'product' | 'without', Round[]>,
  requests: CannonRequest[],
): Promise<void> {
  const port = await freePort();
  const server = await plan.startBothLogs(port);
  const sides = [
    { server, rounds: measured.product },
    { server: { ...server, url: `http://127.0.0.1:${port}` }, rounds: measured.without },
  ];
  try {
    for (let n = -WARM_UP; n < ROUNDS_OF_PROCESS; n++) {
      for (const side of n % 2 === 0 ? sides : sides.toReversed()) {
        const round = await measureRound(plan, side.server, requests);
        if (n >= 0) side.rounds.push(round);
      }
      const [one, other] = sides.map(({ rounds }) => rounds.at(-1));
      if (n >= 0 && one && other) progress(one, other);
    }
  } finally {
    await server.stop();
  }
}

function progress(product: Round, without: Round): void {
  const share = cpuOf(product) / cpuOf(without) - 1;
  const micros = [product, without].map(
    (round) =>
      `${((round.serverCpuMs ?? 0) * 1_000).toFixed(0)} + ${((round.postgresCpuMs ?? 0) * 1_000).toFixed(0)} µs`,
  );
  console.error(`log: ${micros.join(' | ')}, ${(share * 100).toFixed(1)} % more`);
}

async function measureRound(
  { database }: Plan,
  server: ServerProcess,
  requests: CannonRequest[],
): Promise<Round> {
  await freshWindows(database.teams.url);
  return drive(server, requests, database.postmaster, {
    seconds: SECONDS,
    settleSeconds: SETTLE_SECONDS,
  });
}

/** A mean, because medians would leave out counters that are written every ten seconds. */
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
