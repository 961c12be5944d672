import type pg from 'pg';
import { openAccess } from '../../crm/access.ts';
import type { CrmReach } from '../../crm/crm-reach.ts';
import { acrossTeams } from '../../db/transaction.ts';
import { providerOf } from '../../features/crm/connections/rules/provider-of.ts';
import type { Job } from '../../shared/jobs.ts';
import type { Logger } from '../../shared/process/log.ts';
import { defineTask, type Tasks } from '../queue/run-queue.ts';

type Deps = { pool: pg.Pool; crm: CrmReach; log: Logger };

const TIME_LIMIT_MS = 10_000;

/**
 * Makes a provider revoke the tokens of a consent that we no longer need. This is tried only once: nobody can
 * use a token that we have deleted, even if the provider would still accept it.
 */
export function revokeTasks({ pool, crm, log }: Deps): Tasks {
  return defineTask('crm.revoke', async (job) => {
    const { tenant, connection: id } = job;
    const provider = providerOf(job);
    const connector = crm.connectors.find((one) => one.provider === provider);
    if (!connector?.oauth || (await isConnected(pool, job))) return;
    try {
      const owner = { tenantId: tenant, id, provider };
      const access = openAccess(crm.sealKey, owner, Buffer.from(job.sealed, 'base64'));
      if (access.kind !== 'oauth') return;
      const api = crm.openApi(connector, access, AbortSignal.timeout(TIME_LIMIT_MS));
      await connector.oauth.revoke(api, access.tokens);
    } catch (error) {
      // The text of an error may name more than a log should have.
      const name = error instanceof Error ? error.name : typeof error;
      log.info({ tenant_id: tenant, connection_id: id, error: name }, 'tokens were not revoked');
    }
  });
}

/**
 * True if a connection to the account exists. A provider may revoke all tokens of an account together: also
 * those of a newer connection, and those of another team, such as the team of a sandbox.
 */
function isConnected(pool: pg.Pool, { provider, account }: Job<'crm.revoke'>): Promise<boolean> {
  const state = { in: ['active', 'paused', 'sign_in'] };
  return acrossTeams(pool, async (prisma) => {
    const count = await prisma.crmConnection.count({
      where: { provider, account_id: account, state },
    });
    return count > 0;
  });
}
