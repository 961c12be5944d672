// Runs the API twice in one process: with the request log, and without it on UNLOGGED_PORT. Two processes with the same
// code can differ by a fifth for as long as they run, which is more than the log costs.
import { loadConfig } from '../../src/config.ts';
import { live } from '../../src/process/life.ts';
import { serveApi } from '../../src/process/serve-api.ts';
import { createLogger } from '../../src/shared/log.ts';

const config = loadConfig(process.env, 'required');
const log = createLogger(config.logLevel);
const databaseUrl = config.databaseUrl ?? '';

await live(log, async (life) => {
  const unlogged = { ...config, requestLog: false, port: Number(process.env.UNLOGGED_PORT) };
  for (const one of [unlogged, config]) await serveApi({ config: one, databaseUrl, life, log });
});
