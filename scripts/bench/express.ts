import type { CannonRequest } from 'autocannon';
import { CONNECTIONS, drive, freshWindows, middle, type Round } from './drive.ts';
import type { Plan } from './measure.ts';
import type { Finding } from './report.ts';
import { works } from './works.ts';

const healthz = Array.from({ length: CONNECTIONS }, () => ({
  method: 'GET' as const,
  path: '/healthz',
  headers: {},
}));

/** Measures the CPU time for one request, with and without Express in turn. */
export async function measureExpress(plan: Plan): Promise<Finding[]> {
  const { teams } = plan.database;
  const me = works.find(({ name }) => name === 'me');
  const asked = {
    'an empty answer': healthz,
    'GET /me': (await me?.requests(teams)) ?? [],
  };
  const bare = await plan.startBare();
  try {
    const findings: Finding[] = [];
    for (const [what, requests] of Object.entries(asked)) {
      findings.push(await compare(plan, bare, { what, requests }));
    }
    return findings;
  } finally {
    await bare.stop();
  }
}

async function compare(
  { database, servers, rounds, seconds }: Plan,
  bare: Plan['servers']['product'],
  { what, requests }: { what: string; requests: CannonRequest[] },
): Promise<Finding> {
  const [ours, theirs]: [Round[], Round[]] = [[], []];
  // The first round of each side only warms up.
  for (let n = 0; n <= rounds; n++) {
    for (const [server, measured] of [[servers.product, ours] as const, [bare, theirs] as const]) {
      await freshWindows(database.teams.url);
      const round = await drive(server, requests, database.postmaster, { seconds });
      if (n > 0) measured.push(round);
    }
  }
  const [product, without] = [middle(ours), middle(theirs)];
  const more = ((product.serverCpuMs ?? 0) - (without.serverCpuMs ?? 0)) * 1000;
  return {
    name: 'express',
    title: `Express, ${what}`,
    sides: { product, 'without Express': without },
    measured: `${more.toFixed(0)} µs`,
    required: '-',
    passed: true,
  };
}
