import cluster from 'node:cluster';
import process from 'node:process';
import { loadConfig } from './config.ts';
import { startApiProcesses } from './process/api-processes.ts';
import { configured, live } from './process/life.ts';
import { serveApi } from './process/serve-api.ts';
import { closedByAll, reportReady } from './process/shared-port.ts';
import { createLogger } from './shared/process/log.ts';
import { startTracing } from './tracing/start-tracing.ts';

// The API of a larger installation, on your own PostgreSQL: one process, or API_PROCESSES of them.
const config = configured(() => loadConfig(process.env, 'required'));
const log = createLogger(config.logLevel);

await live(log, async (life) => {
  if (config.apiProcesses > 1 && cluster.isPrimary) {
    await startApiProcesses({ count: config.apiProcesses, life, log });
    return;
  }
  life.afterStop(await startTracing(config.tracing, log));
  const databaseUrl = config.databaseUrl ?? '';
  await serveApi({ kind: 'api', config, databaseUrl, life, log, closedByAll });
  reportReady();
});
