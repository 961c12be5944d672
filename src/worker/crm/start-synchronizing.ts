import type pg from 'pg';
import type { Config } from '../../config.ts';
import { DEADLINE_MS } from '../../crm/crm-exchange.ts';
import { CrmHttp } from '../../crm/crm-http.ts';
import { crmNetwork } from '../../crm/crm-reach.ts';
import { crmConnectors } from '../../crm/providers.ts';
import { createPool } from '../../db/pool.ts';
import type { UrlGuard } from '../../egress/url-guard.ts';
import { SECOND_MS } from '../../shared/durations.ts';
import type { Logger } from '../../shared/log.ts';
import { deriveKey } from '../../shared/seal.ts';
import { SyncLoop } from './sync-loop.ts';

type Deps = {
  config: Config;
  databaseUrl: string;
  pool: pg.Pool;
  guard: UrlGuard;
  log: Logger;
};

/** The connections to the database over which pages are written. */
const CONNECTIONS = 4;
/**
 * A stop ends requests at once, but for renewals of tokens: their answer may be the only one, and is stored
 * before the process ends itself after 25 seconds.
 */
const STOP_MS = DEADLINE_MS + 2 * SECOND_MS;

/** Starts the loop that synchronizes CRMs, with connections of its own to providers and database. */
export function startSynchronizing({ config, databaseUrl, pool, guard, log }: Deps): {
  wake(): void;
  stop(): Promise<void>;
} {
  const connectors = crmConnectors(config);
  const network = crmNetwork(config, guard);
  const pages = createPool(databaseUrl, {
    max: CONNECTIONS,
    name: 'team-api crm',
    log,
    plans: config.databasePlans,
    driver: config.databaseDriver,
    byIndex: true,
  });
  const loop = new SyncLoop({
    pool,
    log,
    sync: {
      pool: pages,
      log,
      accessKey: deriveKey(config.encryptionKey, 'crm'),
      connectorOf: (provider) => connectors.get(provider) ?? null,
      openApi: (connector, access, wishes) =>
        new CrmHttp({ connector, network, access, ...wishes }),
      loadObjections: async () =>
        (await import('../../crm/objections/find-objections.ts')).findObjections,
    },
  });
  return {
    wake: () => loop.wake(),
    async stop() {
      await loop.stop(STOP_MS);
      await network.close();
      await pages.end();
    },
  };
}
