import type { Filled } from '../database.ts';
import { freshWindows, median, middle } from '../drive.ts';
import type { Finding } from '../report.ts';
import type { ServerProcess } from '../server-process.ts';
import { works } from '../works.ts';
import { type PacedRound, pace } from './pace.ts';
import { type Seen, SeenStatements, shortly } from './seen-statements.ts';

/** A read may cost the primary this many times a request that reads nothing. */
const MOST_OF_PRIMARY = 1.1;
/** The pace is so slow that each request is answered before the next is sent. */
const RATE = 100;
const routes = ['me', 'trainings', 'users'] as const;

type Runs = { filled: Filled; primary: number; rounds: number; seconds: number };

/** The primary's CPU for queries that replicas answer, at one rate and in turns. */
export async function measureReads(
  server: ServerProcess,
  { filled, primary, rounds, seconds }: Runs,
): Promise<Finding[]> {
  const sides = new Map<string, PacedRound[]>();
  const seen = new Map<string, Seen[]>();
  const statements = await SeenStatements.on(filled.url);
  // Waits until the replicas have replayed the load.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  for (let n = 0; n < rounds; n += 1) {
    for (const name of [...routes, 'idle']) {
      const requests = (await works.find((one) => one.name === name)?.requests(filled)) ?? [];
      await freshWindows(filled.url);
      await statements.reset();
      const rate = name === 'idle' ? 0 : RATE;
      const round = await pace(server, requests, primary, { rate, seconds, settleSeconds: 1 });
      sides.set(name, [...(sides.get(name) ?? []), round]);
      seen.set(name, await statements.read(RATE * (seconds + 1)));
      console.error(`replicas ${n + 1}/${rounds} ${name}: ${summaryOf(round)}`);
    }
  }
  await statements.end();
  return ['trainings', 'users'].map((name) => finding(name, sides, seen));
}

function finding(
  name: string,
  sides: Map<string, PacedRound[]>,
  seen: Map<string, Seen[]>,
): Finding {
  const [own, me] = [sides.get(name) ?? [], sides.get('me') ?? []];
  const ratio = median(own.map((round, n) => cpu(round) / cpu(me[n])));
  const idle = median((sides.get('idle') ?? []).map((round) => round.postgresCpuMsASecond));
  const statements = [name, 'me'].map((one) => `GET /${one}: ${listed(seen.get(one) ?? [])}`);
  return {
    name: `replicas-${name}`,
    title: `CPU of the primary: GET /${name} with replicas, to GET /me`,
    ratio,
    required: `<= ${MOST_OF_PRIMARY}`,
    passed: ratio <= MOST_OF_PRIMARY,
    sides: { product: middle(own), me: middle(me) },
    notes: [
      `${RATE} requests a second, at most ${Math.max(...own.map(({ mostAtOnce }) => mostAtOnce))} at once. Nothing is subtracted: without requests the primary uses ${(idle / RATE).toFixed(3)} ms of CPU in the time of one request.`,
      ...statements,
    ],
  };
}

const cpu = (round: PacedRound | undefined) => round?.postgresCpuMs ?? Number.NaN;

const summaryOf = (round: PacedRound) =>
  `${round.postgresCpuMs?.toFixed(3)} ms a request, ${round.postgresCpuMsASecond.toFixed(1)} ms a second, p99 ${round.p99.toFixed(1)} ms, at most ${round.mostAtOnce} at once`;

/** The statements that the primary ran for one request. */
function listed(all: Seen[]): string {
  return all
    .filter(({ calls, ms }) => calls > 0.005 || ms > 0.001)
    .map(
      ({ text, calls, ms, blocks }) =>
        `\`${shortly(text)}\` ${calls.toFixed(2)} times, ${ms.toFixed(3)} ms, ${blocks.toFixed(1)} blocks`,
    )
    .join('; ');
}
