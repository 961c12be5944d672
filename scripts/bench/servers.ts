import path from 'node:path';
import type { BenchDatabase } from './database.ts';
import { apiOptions, type ServerProcess, type Start, startServer } from './server-process.ts';

export type Servers = Record<'product' | 'small' | 'baseline', ServerProcess>;

/** Starts the product on both databases, and the rival. */
export async function startServers(database: BenchDatabase): Promise<{
  servers: Servers;
  startFresh(): Promise<ServerProcess>;
  /** The product without Express. */
  startBare(): Promise<ServerProcess>;
  /** The product twice in one process: with the request log, and without it on another port. */
  startBothLogs(unloggedPort: number): Promise<ServerProcess>;
  stop(): Promise<void>;
}> {
  const start = (
    name: string,
    url: string,
    script: string,
    readyPath: string,
    { env = {}, nodeOptions = apiOptions }: Pick<Partial<Start>, 'env' | 'nodeOptions'> = {},
  ) =>
    startServer({
      name,
      script,
      nodeOptions,
      env: {
        DATABASE_URL: url,
        ENCRYPTION_KEY: database.encryptionKey,
        LOG_LEVEL: 'info',
        NODE_ENV: 'production',
        ...env,
      },
      logFile: path.join(database.dir, `${name}.log`),
      readyPath,
    });
  const product = (name: string, url: string) => start(name, url, 'src/api.ts', '/readyz');
  const { teams, small } = database;
  const servers = {
    product: await product('product', teams.url),
    small: await product('small', small.url),
    baseline: await start('baseline', teams.url, 'scripts/bench/baseline.ts', '/', {
      nodeOptions: [],
    }),
  };
  return {
    servers,
    startFresh: () => product('fresh', teams.url),
    startBare: () => start('bare', teams.url, 'scripts/bench/bare-server.ts', '/readyz'),
    startBothLogs: (unloggedPort) =>
      start('both-logs', teams.url, 'scripts/bench/both-logs-process.ts', '/readyz', {
        env: { UNLOGGED_PORT: String(unloggedPort) },
      }),
    async stop() {
      await Promise.all(Object.values(servers).map((server) => server.stop()));
    },
  };
}
