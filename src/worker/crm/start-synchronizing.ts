import type pg from 'pg';
import type { Config } from '../../config.ts';
import { crmNetwork } from '../../crm/crm-reach.ts';
import { DEADLINE_MS } from '../../crm/http/crm-exchange.ts';
import { CrmHttp } from '../../crm/http/crm-http.ts';
import { crmConnectors } from '../../crm/providers.ts';
import { createPool } from '../../db/pool.ts';
import type { UrlGuard } from '../../egress/url-guard.ts';
import { openPracticeCrm } from '../../seed/demo-crm/practice-crm.ts';
import { loadOnce } from '../../shared/load/load-once.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Outgoing } from '../../shared/process/outgoing.ts';
import { connectionName } from '../../shared/process/own-release.ts';
import { deriveKey } from '../../shared/secrets/seal.ts';
import { SECOND_MS } from '../../shared/time/durations.ts';
import { SyncLoop } from './sync-loop.ts';

type Deps = {
  config: Config;
  databaseUrl: string;
  pool: pg.Pool;
  guard: UrlGuard;
  outgoing: Outgoing;
  log: Logger;
};

/** The number of connections to the database with which pages are written. */
const CONNECTIONS = 4;
/**
 * How long a stop may take. It ends requests at once, except those that renew tokens: only their answer may
 * have the new tokens. This answer is stored before the process ends itself after 25 seconds.
 */
const STOP_MS = DEADLINE_MS + 2 * SECOND_MS;

/** Loads the search for objections, whose dictionaries take memory that only workers need. */
export const loadObjections = loadOnce(() => import('../../crm/objections/find-objections.ts'));

/** Starts the loop that synchronizes CRMs, with connections of its own to providers and database. */
export function startSynchronizing({ config, databaseUrl, pool, guard, outgoing, log }: Deps): {
  stop(): Promise<void>;
} {
  const connectors = crmConnectors(config);
  const network = crmNetwork(config, guard, {
    outgoing,
    practice: openPracticeCrm({ pool, log }),
  });
  const pages = createPool(databaseUrl, {
    max: CONNECTIONS,
    name: connectionName('crm'),
    log,
    plans: config.databasePlans,
    byIndex: true,
  });
  const loop = new SyncLoop({
    pool,
    outgoing,
    log,
    sync: {
      pool: pages,
      log,
      accessKey: deriveKey(config.encryptionKey, 'crm'),
      connectorOf: (provider) => connectors.get(provider) ?? null,
      openApi: (connector, access, options) =>
        new CrmHttp({ connector, network, access, ...options }),
      loadObjections: async () => (await loadObjections()).findObjections,
    },
  });
  return {
    async stop() {
      await loop.stop(STOP_MS);
      await network.close();
      await pages.end();
    },
  };
}
