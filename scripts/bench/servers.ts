import type { BenchDatabase } from './database.ts';
import { type ServerProcess, startApi, startServer } from './server-process.ts';

export type Servers = Record<'product' | 'small' | 'baseline', ServerProcess>;

/** Starts the product on both databases, and the rival. */
export async function startServers({ teams, small, dir }: BenchDatabase): Promise<{
  servers: Servers;
  startFresh: Record<'product' | 'baseline', () => Promise<ServerProcess>>;
  stop(): Promise<void>;
}> {
  const product = (name: string, databaseUrl: string) => startApi({ name, databaseUrl, dir });
  const baseline = (name: string) =>
    startServer({
      name,
      script: 'scripts/bench/baseline.ts',
      databaseUrl: teams.url,
      dir,
      readyPath: '/',
    });
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
