import process from 'node:process';
import { loadConfig } from './config.ts';
import { createPool } from './db/pool.ts';
import { configured, live } from './process/life.ts';
import { migrateWhenReachable } from './process/serve-api.ts';
import { systemClock } from './shared/clock.ts';
import { createLogger } from './shared/log.ts';
import { startHousekeeping } from './worker/housekeeping.ts';

// What a larger installation does beside its API. Any number of workers may run.
const config = configured(() => loadConfig(process.env, 'own database'));
const log = createLogger(config.logLevel);

await live(log, async () => {
  const url = config.databaseUrl ?? '';
  await migrateWhenReachable(url, log);
  const pool = createPool(url, { max: 2, name: 'team-api worker', log });
  const housekeeping = startHousekeeping({ pool, clock: systemClock, log });
  log.info('ready');
  return async () => {
    await housekeeping.stop();
    await pool.end();
  };
});
