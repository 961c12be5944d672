import type { BenchDatabase } from './database.ts';
import { type ServerProcess, startApi, startServer } from './server-process.ts';

export type Servers = Record<'product' | 'small' | 'baseline', ServerProcess>;

/** Starts the product on both databases, and the rival: a program of this folder, or the product of another checkout. */
export async function startServers(
  { teams, small, rivalUrl, dir }: BenchDatabase,
  against?: string,
): Promise<{
  servers: Servers;
  startFresh: Record<'product' | 'baseline', () => Promise<ServerProcess>>;
  stop(): Promise<void>;
}> {
  const product = (name: string, databaseUrl: string) => startApi({ name, databaseUrl, dir });
  const place = { databaseUrl: rivalUrl, dir };
  const baseline = (name: string) =>
    against === undefined
      ? startServer({ ...place, name, script: 'scripts/bench/baseline.ts', readyPath: '/' })
      : startApi({ ...place, name, home: against });
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
