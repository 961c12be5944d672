import type pg from 'pg';
import { enqueue } from '../../db/enqueue.ts';
import { notifyWorkers } from '../../db/notify.ts';
import { TeamDb } from '../../db/team-db.ts';
import { withTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../../features/audit-log/record-audit.ts';
import { endReplays } from '../../features/webhooks/replay.ts';
import { systemCall } from '../../operation/system-call.ts';
import { DAY_MS } from '../../shared/time/durations.ts';

type Deps = { pool: pg.Pool; pauseAfterMs: number };
type Failing = { id: string; tenant_id: string; failing_since: Date };
type Paused = Failing & { paused_at: Date; last_success_at: Date | null };
type Warned = Failing & { now: Date };

const WARN_AFTER_MS = DAY_MS;
const BATCH = 100;

// This is the condition of the index webhook_endpoint_failing. The index is empty while no endpoint
// fails.
const failing = `status = 'active' and deleted_at is null
  and failing_since < outgoing_ago(now(), $1 * interval '1 millisecond')`;
const unwarned = `${failing} and warned_since is distinct from failing_since`;

const longestFailing = (condition: string) => `(
    select id from webhook_endpoint where ${condition}
    order by failing_since limit ${BATCH} for update skip locked
  ) due
  where e.id = due.id`;

const pause = `update webhook_endpoint e set status = 'disabled_failures', paused_at = now()
  from ${longestFailing(failing)}
  returning e.id, e.tenant_id, e.paused_at, e.failing_since, e.last_success_at`;

const warn = `update webhook_endpoint e set warned_since = e.failing_since
  from ${longestFailing(unwarned)}
  returning e.id, e.tenant_id, e.failing_since, now()`;

/**
 * Pauses endpoints that have failed for WEBHOOK_PAUSE_AFTER (three days by default, D141), by the clock of the
 * database. The sweep does this and not the attempt, because after the last retry there may be no further attempt. If
 * several workers look at once, only one of them pauses an endpoint and adds the job of its mails. No delivery is
 * written, so that a million deliveries cost the same as ten: `next_try_at` stays, and is shown as null during the
 * pause (D144). Returns how many endpoints were paused.
 */
export async function pauseFailingEndpoints({ pool, pauseAfterMs }: Deps): Promise<number> {
  if (!(await isAny(pool, failing, pauseAfterMs))) return 0;
  const count = await withTransaction(pool, async (client) => {
    const paused = (await client.query<Paused>(pause, [pauseAfterMs])).rows;
    for (const endpoint of paused) await recordPause(client, endpoint);
    return paused.length;
  });
  if (count > 0) notifyWorkers(pool, count);
  return count;
}

/**
 * Adds a job that writes a mail about each endpoint that has failed for a day. The mail names the time of the pause.
 * The row keeps the `failing_since` of the last warning, so of several workers only one warns, and
 * only once. If endpoints are paused within a day, there is no such mail.
 */
export async function warnOfFailingEndpoints({ pool, pauseAfterMs }: Deps): Promise<number> {
  if (pauseAfterMs <= WARN_AFTER_MS) return 0;
  if (!(await isAny(pool, unwarned, WARN_AFTER_MS))) return 0;
  const count = await withTransaction(pool, async (client) => {
    const warned = (await client.query<Warned>(warn, [WARN_AFTER_MS])).rows;
    for (const { id, tenant_id, failing_since, now } of warned) {
      await enqueue(client, 'webhook.failing', {
        tenant: tenant_id,
        endpoint: id,
        failingSince: failing_since.toISOString(),
        warnedAt: now.toISOString(),
        pausesAt: new Date(failing_since.getTime() + pauseAfterMs).toISOString(),
      });
    }
    return warned.length;
  });
  if (count > 0) notifyWorkers(pool, count);
  return count;
}

/**
 * True if there is such an endpoint. Mostly there is none, and this query costs less than an update that
 * finds none.
 */
async function isAny(pool: pg.Pool, condition: string, failingForMs: number): Promise<boolean> {
  const { rows } = await pool.query<{ any: boolean }>(
    `select exists (select from webhook_endpoint where ${condition}) as any`,
    [failingForMs],
  );
  return rows[0]?.any === true;
}

/** Records that an endpoint was paused, and adds the job that writes the mails about it. */
async function recordPause(client: pg.PoolClient, endpoint: Paused): Promise<void> {
  const call = systemCall(new TeamDb(client, endpoint.tenant_id), endpoint.paused_at);
  await endReplays(call, endpoint.id);
  const changes = { status: 'disabled_failures' };
  await recordAudit(call, { action: 'webhook_endpoint.paused', targetId: endpoint.id, changes });
  await enqueue(client, 'webhook.paused', {
    tenant: endpoint.tenant_id,
    endpoint: endpoint.id,
    pausedAt: endpoint.paused_at.toISOString(),
    failingSince: endpoint.failing_since.toISOString(),
    lastSuccessAt: endpoint.last_success_at?.toISOString() ?? null,
  });
}
