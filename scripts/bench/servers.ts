import type { BenchDatabase } from './database.ts';
import { type ServerProcess, startApi, startServer } from './server-process.ts';

export type Servers = Record<'product' | 'small' | 'baseline', ServerProcess>;

/** Starts the product on both databases, and the rival. */
export async function startServers({ teams, small, dir }: BenchDatabase): Promise<{
  servers: Servers;
  startFresh(): Promise<ServerProcess>;
  stop(): Promise<void>;
}> {
  const product = (name: string, databaseUrl: string) => startApi({ name, databaseUrl, dir });
  const servers = {
    product: await product('product', teams.url),
    small: await product('small', small.url),
    baseline: await startServer({
      name: 'baseline',
      script: 'scripts/bench/baseline.ts',
      databaseUrl: teams.url,
      dir,
      readyPath: '/',
    }),
  };
  return {
    servers,
    startFresh: () => product('fresh', teams.url),
    async stop() {
      await Promise.all(Object.values(servers).map((server) => server.stop()));
    },
  };
}
