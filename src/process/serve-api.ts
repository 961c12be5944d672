import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { isUnavailable } from '../db/database-error.ts';
import { migrate } from '../db/migrate.ts';
import { MigrationError } from '../db/migration-error.ts';
import { createPool } from '../db/pool.ts';
import { databaseClock } from '../shared/clock.ts';
import type { Logger } from '../shared/log.ts';
import { createApi } from '../web/server.ts';
import { type Life, StartError } from './life.ts';
import { listenError } from './listen-error.ts';

type ApiOptions = { config: Config; databaseUrl: string; life: Life; log: Logger };

/** Listens first and migrates then: until the database is ready everything is answered with 503. */
export async function serveApi({ config, databaseUrl, life, log }: ApiOptions): Promise<void> {
  const pool = createPool(databaseUrl, {
    max: config.databasePoolSize,
    name: 'team-api',
    log,
  });
  life.afterStop(() => pool.end());
  const api = createApi({ pool, config, clock: databaseClock, log });
  api.server.listen(config.port, config.host);
  try {
    await once(api.server, 'listening');
  } catch (error) {
    throw listenError(error, { host: config.host, port: config.port, variable: 'PORT' });
  }
  life.onStop(() => api.drain());
  log.info({ host: config.host, port: config.port }, 'listening');
  await migrateWhenReachable(databaseUrl, log, life.stopping);
  api.markReady();
  log.info('ready');
}

/** A database that is not there yet will come; a migration that is wrong will not become right. */
export async function migrateWhenReachable(
  databaseUrl: string,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  for (let pause = 250; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      await migrate(databaseUrl, log);
      return;
    } catch (error) {
      if (error instanceof MigrationError) throw new StartError(error.message, { cause: error });
      if (!isUnavailable(error) || stopping.aborted) throw error;
      log.warn({ err: error }, 'the database cannot be migrated yet');
      await sleep(pause, undefined, { signal: stopping });
    }
  }
}
