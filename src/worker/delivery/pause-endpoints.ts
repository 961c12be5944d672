import type pg from 'pg';
import { notifyWorkers } from '../../db/notify-workers.ts';
import { TeamDb } from '../../db/team-db.ts';
import { withTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../../features/audit-log/record-audit.ts';
import { systemCall } from '../../operation/system-call.ts';

type Deps = { pool: pg.Pool; pauseAfterMs: number };
type Paused = {
  id: string;
  tenant_id: string;
  paused_at: Date;
  failing_since: Date;
  last_success_at: Date | null;
};

const BATCH = 100;

// This is the condition of the index webhook_endpoint_failing. The index is empty while no endpoint
// fails.
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
 * Pauses endpoints that have failed for three days (D141), by the clock of the database. The sweep
 * does this and not the attempt, because after the last retry there may be no further attempt. If
 * several workers look at once, only one of them pauses an endpoint and announces the pause.
 * Returns how many endpoints were paused.
 */
export async function pauseFailingEndpoints({ pool, pauseAfterMs }: Deps): Promise<number> {
  const { rows } = await pool.query<{ any: boolean }>(
    `select exists (select from webhook_endpoint where ${failing}) as any`,
    [pauseAfterMs],
  );
  if (!rows[0]?.any) return 0;
  const count = await withTransaction(pool, async (client) => {
    const paused = (await client.query<Paused>(pause, [pauseAfterMs])).rows;
    for (const endpoint of paused) await announce(client, endpoint);
    return paused.length;
  });
  if (count > 0) notifyWorkers(pool, count);
  return count;
}

async function announce(client: pg.PoolClient, endpoint: Paused): Promise<void> {
  const call = systemCall(new TeamDb(client, endpoint.tenant_id), endpoint.paused_at);
  const changes = { status: 'disabled_failures' };
  await recordAudit(call, { action: 'webhook_endpoint.paused', targetId: endpoint.id, changes });
  const job = {
    tenant: endpoint.tenant_id,
    endpoint: endpoint.id,
    pausedAt: endpoint.paused_at,
    failingSince: endpoint.failing_since,
    lastSuccessAt: endpoint.last_success_at,
  };
  await client.query("select enqueue('webhook.paused', $1)", [JSON.stringify(job)]);
}
