import type { CannonRequest } from 'autocannon';
import { drive, freshWindows, middle, type Round } from '../drive.ts';
import { works } from '../works.ts';
import { type AppSite, fromOwnPage } from './site.ts';

/** A page of 50 members over REST, and the same page for the owner in the app, in turn. */
export async function measurePages(
  { server, filled, cluster, sessions }: AppSite,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<{ rest: Round; app: Round }> {
  const input = encodeURIComponent(JSON.stringify({ limit: '50' }));
  const sides: Record<'rest' | 'app', CannonRequest[]> = {
    rest: (await works.find(({ name }) => name === 'users')?.requests(filled)) ?? [],
    app: sessions.map((token) => ({
      method: 'GET',
      path: `/trpc/members.list?input=${input}`,
      headers: { ...fromOwnPage, cookie: `__Host-sid=${token}` },
    })),
  };
  const measured: Record<'rest' | 'app', Round[]> = { rest: [], app: [] };
  // The first round of each side only warms up.
  for (let n = 0; n <= rounds; n++) {
    for (const side of ['rest', 'app'] as const) {
      await freshWindows(filled.url);
      const round = await drive(server, sides[side], cluster.postmaster, { seconds });
      if (n > 0) measured[side].push(round);
    }
  }
  return { rest: middle(measured.rest), app: middle(measured.app) };
}
