import { drive, freshWindows, middle, type Round } from './drive.ts';
import type { Plan } from './measure.ts';
import type { Finding } from './report.ts';
import { works } from './works.ts';

/** The most that the log of a request may cost, of the CPU time of server and database. */
const ALLOWED = 0.05;

/** CPU time of `GET /me`, with and without a line in the request log, in turn. */
export async function measureRequestLog(plan: Plan): Promise<Finding> {
  const { database, servers, rounds, seconds } = plan;
  const me = works.find(({ name }) => name === 'me');
  const requests = (await me?.requests(database.teams)) ?? [];
  const unlogged = await plan.startUnlogged();
  const [logged, plain]: [Round[], Round[]] = [[], []];
  try {
    // The first round of each side only warms up.
    for (let n = 0; n <= rounds; n++) {
      for (const [server, measured] of [
        [servers.product, logged] as const,
        [unlogged, plain] as const,
      ]) {
        await freshWindows(database.teams.url);
        const round = await drive(server, requests, database.postmaster, { seconds });
        if (n > 0) measured.push(round);
      }
    }
  } finally {
    await unlogged.stop();
  }
  const [product, without] = [middle(logged), middle(plain)];
  const share = cpuOf(product) / cpuOf(without) - 1;
  return {
    name: 'log',
    title: 'GET /me with the request log',
    sides: { product, 'without the log': without },
    measured: `${(share * 100).toFixed(1)} % more CPU`,
    required: `${ALLOWED * 100} %`,
    passed: share <= ALLOWED,
  };
}

function cpuOf({ serverCpuMs, postgresCpuMs }: Round): number {
  return (serverCpuMs ?? 0) + (postgresCpuMs ?? 0);
}
