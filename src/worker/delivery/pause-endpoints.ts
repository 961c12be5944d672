import type pg from 'pg';
import { systemCall } from '../../auth/system-call.ts';
import { notifyWorkers } from '../../db/notify-workers.ts';
import { TeamDb } from '../../db/team-db.ts';
import { withTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../../features/audit-log/record-audit.ts';

type Deps = { pool: pg.Pool; pauseAfterMs: number };
type Paused = {
  id: string;
  tenant_id: string;
  paused_at: Date;
  failing_since: Date;
  last_success_at: Date | null;
};

const BATCH = 100;

// The whole of webhook_endpoint_failing: empty while nothing fails.
const failing = `status = 'active' and deleted_at is null
  and failing_since < now() - $1 * interval '1 millisecond'`;

const pause = `update webhook_endpoint e set status = 'disabled_failures', paused_at = now()
  from (
    select id from webhook_endpoint where ${failing}
    order by failing_since limit ${BATCH} for update skip locked
  ) due
  where e.id = due.id
  returning e.id, e.tenant_id, e.paused_at, e.failing_since, e.last_success_at`;

/**
 * The three-day rule (D141): judged by the clock of the database, since after the last retry there
 * may be no attempt that could judge it. Of several that look at once, one pauses an endpoint, and
 * it alone tells of it. Says how many it has paused.
 */
export async function pauseFailingEndpoints({ pool, pauseAfterMs }: Deps): Promise<number> {
  const { rows } = await pool.query<{ any: boolean }>(
    `select exists (select from webhook_endpoint where ${failing}) as any`,
    [pauseAfterMs],
  );
  if (!rows[0]?.any) return 0;
  const count = await withTransaction(pool, async (client) => {
    const paused = (await client.query<Paused>(pause, [pauseAfterMs])).rows;
    for (const endpoint of paused) await tell(client, endpoint);
    return paused.length;
  });
  if (count > 0) notifyWorkers(pool, count);
  return count;
}

async function tell(client: pg.PoolClient, endpoint: Paused): Promise<void> {
  const call = systemCall(new TeamDb(client, endpoint.tenant_id), endpoint.paused_at);
  await recordAudit(call, { action: 'webhook_endpoint.paused', targetId: endpoint.id });
  const job = {
    tenant: endpoint.tenant_id,
    endpoint: endpoint.id,
    pausedAt: endpoint.paused_at,
    failingSince: endpoint.failing_since,
    lastSuccessAt: endpoint.last_success_at,
  };
  await client.query("select enqueue('webhook.paused', $1)", [JSON.stringify(job)]);
}
