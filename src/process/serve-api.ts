import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import { isUnavailable } from '../db/database-error.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { MigrationError } from '../db/migrations/migration-error.ts';
import { startOutgoing } from '../db/outgoing-pauses.ts';
import { createPool, PlansError } from '../db/pool.ts';
import { PoolerError } from '../db/pooler.ts';
import { openPracticeCrm } from '../seed/demo-crm/practice-crm.ts';
import { codeOf } from '../shared/errors/system-error-code.ts';
import type { Logger } from '../shared/process/log.ts';
import { Outgoing } from '../shared/process/outgoing.ts';
import { connectionName } from '../shared/process/own-release.ts';
import { databaseClock } from '../shared/time/clock.ts';
import { loadAhead } from '../web/load-ahead.ts';
import { type Api, createApi } from '../web/server.ts';
import { type Life, StartError } from './life.ts';
import { listenError } from './listen-error.ts';
import { OutgoingError, ProcessRow } from './process-row.ts';

type ApiOptions = {
  config: Config;
  databaseUrl: string;
  life: Life;
  log: Logger;
  /** What the process is: the API alone, or all of `npm start`. */
  kind: 'api' | 'main';
  /** Shared with the worker of the same process, if there is one. */
  outgoing?: Outgoing;
  /** Resolves when no other process has the port open. */
  closedByAll?: () => Promise<void>;
};

/**
 * Serves the API. Behind a proxy it listens when it can answer: until then, the proxy sends requests to other
 * processes. Without one (`LISTEN_WHEN_READY=off`) it listens first, and answers 503 while it migrates.
 */
export async function serveApi(options: ApiOptions): Promise<void> {
  const { config, databaseUrl, life, log, kind } = options;
  const { outgoing = new Outgoing() } = options;
  const way = {
    log,
    plans: config.databasePlans,
    pooled: config.pooledUrl !== undefined,
  };
  const url = config.pooledUrl ?? databaseUrl;
  const pool = createPool(url, { max: config.databasePoolSize, name: connectionName(), ...way });
  life.afterStop(() => pool.end());
  const ofLog = { max: 1, name: connectionName('request log'), silenceMs: 3_000 };
  const logPool = createPool(url, { ...ofLog, ...way });
  life.afterStop(() => logPool.end());
  const api = createApi({
    pool,
    databaseUrl,
    logPool,
    config,
    outgoing,
    log,
    clock: databaseClock,
    practice: openPracticeCrm({ pool, log }),
  });
  life.onStop(() => api.drain(options.closedByAll));
  if (!config.listenWhenReady) await listen(api, options);
  const { stopping } = life;
  const { markWaiting: waitsFor, markOutdated } = api;
  const row = new ProcessRow({ pool: logPool, kind, config, life, log, markOutdated });
  // A connection fails if the pooler is not set up, or if the database cannot work with the settings.
  const next = async () => {
    await pool.query('select 1');
    await row.renew();
  };
  await migrateWhenReachable(databaseUrl, { log, stopping, waitsFor, next });
  row.keep();
  await startOutgoing(pool, outgoing, { isOn: config.outgoing, log, stopping });
  await loadAhead();
  api.markReady();
  if (config.listenWhenReady) await listen(api, options);
  log.info('ready');
}

async function listen({ server }: Api, { config, log, life }: ApiOptions): Promise<void> {
  const { host, port } = config;
  server.listen(port, host);
  try {
    await once(server, 'listening', { signal: life.stopping });
  } catch (error) {
    throw listenError(error, { host, port, variable: 'PORT' });
  }
  log.info({ host, port }, 'listening');
}

type Waiting = {
  log: Logger;
  stopping: AbortSignal;
  /** Gets the reason of each failed attempt. */
  waitsFor?: (reason: string) => void;
  /** A step that must succeed after the migrations. */
  next?: (() => Promise<unknown>) | undefined;
};

/** The argument with which an operator starts a process although older ones run that cannot go on. */
const DESPITE_OLDER = '--despite-older';

const isForGood = (error: unknown): error is Error =>
  [MigrationError, OutgoingError, PoolerError, PlansError].some((kind) => error instanceof kind);

/** Waits for a database that is not reachable yet. A wrong migration ends the start. */
export async function migrateWhenReachable(
  databaseUrl: string,
  { log, stopping, waitsFor, next }: Waiting,
): Promise<void> {
  const despiteOlder = process.argv.includes(DESPITE_OLDER);
  for (let pause = 250; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      await migrate(databaseUrl, log, { despiteOlder, stopping });
      await next?.();
      return;
    } catch (error) {
      if (isForGood(error)) throw new StartError(error.message, { cause: error });
      if (!isUnavailable(error) || stopping.aborted) throw error;
      log.warn({ err: error }, 'the database cannot be migrated yet');
      waitsFor?.(hindranceOf(error));
      await sleep(pause, undefined, { signal: stopping });
    }
  }
}

/**
 * The reason that `/readyz` shows to everybody. The message, which may name a user or a host, is
 * only in the log.
 */
function hindranceOf(error: unknown): string {
  const code = codeOf(error);
  if (error instanceof pg.DatabaseError) return `the database refuses (SQLSTATE ${code})`;
  return `the database cannot be reached${code && ` (${code})`}`;
}
