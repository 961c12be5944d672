import type pg from 'pg';
import { notifyWorkers } from '../../db/notify-workers.ts';
import { withTransaction } from '../../db/transaction.ts';
import { DAY_MS } from '../../shared/durations.ts';

type Deps = { pool: pg.Pool; pauseAfterMs: number };
type Warned = { id: string; tenant_id: string; failing_since: Date; now: Date };

const WARN_AFTER_MS = DAY_MS;
const BATCH = 100;

// This is the condition of the index webhook_endpoint_failing, as in pause-endpoints.ts.
const failing = `status = 'active' and deleted_at is null
  and failing_since < now() - ${WARN_AFTER_MS} * interval '1 millisecond'
  and warned_since is distinct from failing_since`;

const warn = `update webhook_endpoint e set warned_since = e.failing_since
  from (
    select id from webhook_endpoint where ${failing}
    order by failing_since limit ${BATCH} for update skip locked
  ) due
  where e.id = due.id
  returning e.id, e.tenant_id, e.failing_since, now()`;

/**
 * Writes a mail about endpoints that have failed for a day. The mail names the time of their pause
 * (P208). The row keeps the `failing_since` of the last warning, so of several workers only one
 * warns, and only once. If endpoints are paused within a day, there is no such mail.
 */
export async function warnOfFailingEndpoints({ pool, pauseAfterMs }: Deps): Promise<number> {
  if (pauseAfterMs <= WARN_AFTER_MS) return 0;
  const { rows } = await pool.query<{ any: boolean }>(
    `select exists (select from webhook_endpoint where ${failing}) as any`,
  );
  if (!rows[0]?.any) return 0;
  const count = await withTransaction(pool, async (client) => {
    const warned = (await client.query<Warned>(warn)).rows;
    for (const { id, tenant_id, failing_since, now } of warned) {
      const job = {
        tenant: tenant_id,
        endpoint: id,
        failingSince: failing_since,
        warnedAt: now,
        pausesAt: new Date(failing_since.getTime() + pauseAfterMs),
      };
      await client.query("select enqueue('webhook.failing', $1)", [JSON.stringify(job)]);
    }
    return warned.length;
  });
  if (count > 0) notifyWorkers(pool, count);
  return count;
}
