import path from 'node:path';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import { advisoryLocks } from '../../db/advisory-locks.ts';
import { schemaFolder, withMigrationClient } from '../../db/migrations/migrate.ts';
import { findPending, readMigrations } from '../../db/migrations/migrations.ts';
import { applyOnline, isOnline } from '../../db/migrations/online-migration.ts';
import { prepareForSchema } from '../../db/sharding.ts';
import type { Logger } from '../../shared/process/log.ts';
import { MINUTE_MS } from '../../shared/time/durations.ts';

const pendingGauge = new Gauge({
  name: 'database_online_migrations_pending',
  help: 'Indexes and checks that a worker still makes beside the running processes.',
  aggregator: 'max',
});

type Deps = { databaseUrl: string; log: Logger; folder?: string };

/**
 * Applies the migrations that may take hours, while all processes serve. No code relies on them. A failure is
 * logged, and the next minute tries again.
 */
export function startOnlineMigrations(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const tick = (): void => {
    running ??= applyAll(deps, stopping.signal)
      .then((left) => {
        if (left === 0) clearInterval(timer);
      })
      .catch((err: unknown) => {
        if (!stopping.signal.aborted) deps.log.warn({ err }, 'an online migration failed');
      })
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(tick, MINUTE_MS);
  tick();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/**
 * Applies all that it can. Returns how many migrations are left, such as one that another worker is applying.
 */
async function applyAll(
  { databaseUrl: url, log, folder }: Deps,
  stopping: AbortSignal,
): Promise<number> {
  const migrations = await readMigrations(path.join(folder ?? schemaFolder, 'migrations'));
  return withMigrationClient({ url, log, stopping }, async (client) => {
    // With this setting, a statement that takes hours ends soon after its connection.
    await client.query(`set client_connection_check_interval = '5s'`);
    await prepareForSchema(client);
    const isMine = await takeLock(client);
    // This is read under the lock, because another worker may just have applied some migrations.
    const { pending: all } = await findPending(client, migrations);
    const pending = all.filter(isOnline);
    for (const [done, migration] of pending.entries()) {
      pendingGauge.set(pending.length - done);
      if (!isMine) return pending.length;
      log.info({ migration: migration.name }, 'migration begun beside the running processes');
      await applyOnline(client, migration);
      log.info({ migration: migration.name }, 'migration applied');
    }
    pendingGauge.set(0);
    return 0;
  });
}

async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [advisoryLocks.migratingOnline],
  );
  return rows[0]?.taken === true;
}
