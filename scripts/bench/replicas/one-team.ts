import path from 'node:path';
import { fill, openCluster } from '../database.ts';
import { drive, freshWindows, median, middle, type Round } from '../drive.ts';
import type { Finding } from '../report.ts';
import { assignRequests } from '../works.ts';
import type { Sides } from './marks.ts';

const CONNECTIONS = 16;
const LEAST = 0.97;
const TURNS = 10;

/** PostgreSQL waits this long before each write, as with a slower disk or a synchronous replica. */
const SLOWER_BY_MS = 5;
const slower = { commit_delay: String(SLOWER_BY_MS * 1_000), commit_siblings: '0' };

type StartSides = (url: string, dir: string) => Promise<Sides>;

/** Changes of one team, as fast as possible. Each commit holds the row of the mark until it is on the disk. */
export async function measureOneTeam(
  plan: { dir: string; seconds: number },
  startSides: StartSides,
): Promise<Finding[]> {
  const here = await measureOn('marks-one-team', { ...plan, settings: {} }, startSides);
  const far = await measureOn('marks-one-team-slower', { ...plan, settings: slower }, startSides);
  return [here, { ...far, title: `${far.title}, writes ${SLOWER_BY_MS} ms slower` }];
}

async function measureOn(
  name: string,
  { dir, seconds, settings }: { dir: string; seconds: number; settings: Record<string, string> },
  startSides: StartSides,
): Promise<Finding> {
  const cluster = await openCluster(undefined, settings);
  const sides: Record<keyof Sides, Round[]> = { marks: [], noMarks: [] };
  let servers: Sides | undefined;
  try {
    const filled = await fill(cluster.url, path.join(dir, `${name}.jsonl`), {
      ...{ teams: 1, keys: 100, trainings: 500, assignments: 500, deals: 0 },
    });
    servers = await startSides(cluster.url, dir);
    for (let n = 0; n < TURNS; n += 1) {
      const order = n % 2 === 0 ? (['marks', 'noMarks'] as const) : (['noMarks', 'marks'] as const);
      for (const side of order) {
        await freshWindows(filled.url);
        const load = { seconds, connections: CONNECTIONS, settleSeconds: 1 };
        const requests = assignRequests(filled, 30_000);
        sides[side].push(await drive(servers[side], requests, cluster.postmaster, load));
      }
      const [a, b] = [sides.marks[n]?.rps ?? 0, sides.noMarks[n]?.rps ?? 0];
      console.error(`${name} ${n + 1}/${TURNS}: ${a.toFixed(0)} | ${b.toFixed(0)} a second`);
    }
  } finally {
    await Promise.all(Object.values(servers ?? {}).map((server) => server.stop()));
    await cluster.close();
  }
  const ratio = median(sides.marks.map(({ rps }, n) => rps / (sides.noMarks[n]?.rps ?? 0)));
  return {
    name,
    title: 'Changes of one team: POST /assignments with marks, to those without',
    ratio,
    required: `>= ${LEAST}`,
    passed: ratio >= LEAST,
    sides: { product: middle(sides.marks), without: middle(sides.noMarks) },
  };
}
