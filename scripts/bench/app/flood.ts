import { drive, freshWindows, middle, type Round } from '../drive.ts';
import { works } from '../works.ts';
import { type AppSite, trySignIn } from './site.ts';

/** This is more than the queue holds, so that the server always refuses some. */
const AT_ONCE = 24;

type Beside = { alone: Round; flooded: Round; signInsPerSecond: number };

/** `GET /me` beside a flood of sign-ins with wrong passwords, and without, in turn. */
export async function measureBesideFlood(
  site: AppSite,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Beside> {
  const { server, filled, cluster } = site;
  const requests = (await works.find(({ name }) => name === 'me')?.requests(filled)) ?? [];
  const round = async () => {
    await freshWindows(filled.url);
    return drive(server, requests, cluster.postmaster, { seconds });
  };
  await round();
  // The first flood loads Prisma.
  const warmUp = startFlood(site);
  await round().finally(warmUp.stop);
  const [alone, flooded]: [Round[], Round[]] = [[], []];
  let signIns = 0;
  for (let n = 0; n < rounds; n++) {
    alone.push(await round());
    const flood = startFlood(site);
    try {
      flooded.push(await round());
    } finally {
      signIns += await flood.stop();
    }
  }
  const signInsPerSecond = signIns / (rounds * seconds);
  return { alone: middle(alone), flooded: middle(flooded), signInsPerSecond };
}

/** `stop` returns how many sign-ins were answered. */
function startFlood({ server, owners }: AppSite): { stop(): Promise<number> } {
  let answered = 0;
  let isOver = false;
  const running = Array.from({ length: AT_ONCE }, async (_, i) => {
    while (!isOver) {
      const email = owners[(answered + i) % owners.length] ?? '';
      await trySignIn(server, email, 'wrong');
      answered += 1;
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(running);
      return answered;
    },
  };
}
