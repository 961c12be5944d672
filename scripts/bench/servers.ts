import path from 'node:path';
import type { BenchDatabase } from './database.ts';
import { type ServerProcess, startApi, startServer } from './server-process.ts';

export type Servers = Record<'product' | 'small' | 'baseline', ServerProcess>;

const imported = path.join(import.meta.dirname, 'event-loop.ts');

/** The rivals of this folder. Any other is the folder of another checkout. */
const scripts: Readonly<Record<string, string>> = {
  'hand-written': 'scripts/bench/baseline.ts',
  plain: 'scripts/bench/plain.ts',
};

/** The folder of the checkout that is the rival. */
export const checkoutOf = (against: string) => (against in scripts ? undefined : against);

/** Starts the product on both databases, and the rival. */
export async function startServers(
  { teams, small, rivalUrl, dir }: BenchDatabase,
  against: string,
): Promise<{
  servers: Servers;
  startFresh: Record<'product' | 'baseline', () => Promise<ServerProcess>>;
  stop(): Promise<void>;
}> {
  const product = (name: string, databaseUrl: string) =>
    startApi({ name, databaseUrl, dir, imported });
  const place = { databaseUrl: rivalUrl, dir, imported };
  const script = scripts[against];
  const baseline = (name: string) =>
    script
      ? startServer({ ...place, name, script, readyPath: '/' })
      : startApi({ ...place, name, home: path.resolve(against) });
  const servers = {
    product: await product('product', teams.url),
    small: await product('small', small.url),
    baseline: await baseline('baseline'),
  };
  return {
    servers,
    startFresh: {
      product: () => product('fresh', teams.url),
      baseline: () => baseline('fresh-baseline'),
    },
    async stop() {
      await Promise.all(Object.values(servers).map((server) => server.stop()));
    },
  };
}
