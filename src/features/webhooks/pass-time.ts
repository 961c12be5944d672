import type { z } from 'zod';
import type { TeamDb } from '../../db/team-db.ts';
import type { MemberCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time/durations.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireSandbox } from '../sandboxes/require-sandbox.ts';
import { type Passed, passingTimes, type passTimeInput } from '../try-out/try-out.schema.ts';

/** The most deliveries that are moved, because more would take longer than a call may. */
const MOST_DELIVERIES = 10_000;
/** One move may change a hundred thousand rows, so their number is limited. */
export const MOVES_PER_MINUTE = 20;

/**
 * Moves the stored times of an endpoint and of its deliveries into the past, all by the same span, so that
 * they stay in order. No clock changes: workers find what is due by the stored times, and every comparison would have
 * to use a clock of one team. Events, their bodies and the times in signatures stay as they were sent. Audit log and
 * mails stay too.
 *
 * The locks come in the order in which all other code takes them: bulk retries, deliveries, their rows in
 * webhook_pending, hours, and the endpoint last. A delivery that a worker attempts at this moment keeps its
 * row in webhook_pending, which only the holder of the lease may change: attempts are recorded by the place of the row.
 */
export async function passTime(
  call: MemberCall,
  { endpoint_id: id, time }: z.output<typeof passTimeInput>,
): Promise<Passed> {
  await requireSandbox(call);
  const { db } = call;
  const ms = passingTimes[time];
  await requireEndpoint(db, id);
  await requireRoomToPass(call, id);
  await db.rows(
    `select from webhook_retry_run r where r.tenant_id = $1 and r.endpoint_id = $2
     order by r.id for update`,
    [id],
  );
  const deliveries = await lockDeliveries(db, id);
  const due = await moveDeliveries(db, deliveries, ms);
  await moveRetries(db, { id, deliveries, ms });
  if (ms % HOUR_MS === 0) await moveHours(db, id, ms);
  await moveEndpoint(db, id, ms);
  await recordAudit(call, {
    action: 'webhook_endpoint.time_passed',
    targetId: id,
    changes: { time },
  });
  return { deliveries: deliveries.length, due };
}

async function requireEndpoint(db: TeamDb, id: string): Promise<void> {
  const endpoint = await db.row(
    'select e.id from webhook_endpoint e where e.tenant_id = $1 and e.id = $2 and e.deleted_at is null',
    [id],
  );
  if (!endpoint) throw new ApiError('not_found');
}

/** Counts the moves by their entries in the audit log, and refuses one above the limit. */
async function requireRoomToPass({ db, now }: MemberCall, id: string): Promise<void> {
  const oldest = await db.row<{ at: Date }>(
    `select a.created_at as at from audit_entry a
     where a.tenant_id = $1 and a.target_id = $2 and a.action = 'webhook_endpoint.time_passed'
       and a.created_at > $3
     order by a.created_at desc, a.id desc offset ${MOVES_PER_MINUTE - 1} limit 1`,
    [id, new Date(now.getTime() - MINUTE_MS)],
  );
  if (!oldest) return;
  const freeMs = oldest.at.getTime() + MINUTE_MS - now.getTime();
  throw new ApiError('rate_limited', {
    because: ['too_many_passes', MOVES_PER_MINUTE],
    limit: MOVES_PER_MINUTE,
    retryAfter: Math.max(1, Math.ceil(freeMs / SECOND_MS)),
  });
}

async function lockDeliveries(db: TeamDb, endpointId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select d.id from webhook_delivery d where d.tenant_id = $1 and d.endpoint_id = $2
     order by d.id limit ${MOST_DELIVERIES + 1} for no key update`,
    [endpointId],
  );
  if (rows.length > MOST_DELIVERIES) {
    throw new ApiError('conflict', { because: ['too_many_to_move', MOST_DELIVERIES] });
  }
  return rows.map(({ id }) => id);
}

/** Moves the deliveries. Returns how many of them are due then. */
async function moveDeliveries(db: TeamDb, ids: readonly string[], ms: number): Promise<number> {
  await db.rows(
    `select from webhook_pending p where p.tenant_id = $1 and p.delivery_id = any ($2)
     order by p.delivery_id for update`,
    [ids],
  );
  const pending = await db.writeRows<{ is_due: boolean }>(
    `update webhook_pending p set next_try_at = p.next_try_at - $3 * interval '1 ms'
     where p.tenant_id = $1 and p.delivery_id = any ($2) and p.leased_at is null
       and p.next_try_at is not null
     returning p.next_try_at <= now() as is_due`,
    [ids, ms],
  );
  await db.write(
    `update webhook_delivery d set created_at = d.created_at - $3 * interval '1 ms',
       given_up_at = d.given_up_at - $3 * interval '1 ms'
     where d.tenant_id = $1 and d.id = any ($2)`,
    [ids, ms],
  );
  await db.write(
    `update webhook_attempt a set started_at = a.started_at - $3 * interval '1 ms'
     where a.tenant_id = $1 and a.delivery_id = any ($2)`,
    [ids, ms],
  );
  return pending.filter(({ is_due }) => is_due).length;
}

type OfEndpoint = { id: string; deliveries: readonly string[]; ms: number };

/**
 * Moves the place of each bulk retry, because the place is the time of a delivery. One that makes new deliveries walks
 * along the events, which stay.
 */
async function moveRetries(db: TeamDb, { id, deliveries, ms }: OfEndpoint): Promise<void> {
  await db.write(
    `update webhook_retry r set asked_at = r.asked_at - $3 * interval '1 ms'
     where r.tenant_id = $1 and r.delivery_id = any ($2)`,
    [deliveries, ms],
  );
  await db.write(
    `update webhook_retry_run r set
       from_at = case when r.makes_new then r.from_at else r.from_at - $3 * interval '1 ms' end,
       to_at = case when r.makes_new then r.to_at else r.to_at - $3 * interval '1 ms' end,
       created_at = r.created_at - $3 * interval '1 ms',
       at_time = r.at_time - $3 * interval '1 ms', finished_at = r.finished_at - $3 * interval '1 ms'
     where r.tenant_id = $1 and r.endpoint_id = $2`,
    [id, ms],
  );
}

type Hour = { hour: string; ok: number; failed: number };

/**
 * Moves the hours, by removing and inserting them again: they are keys, and a moved hour would conflict with
 * the next one.
 */
async function moveHours(db: TeamDb, id: string, ms: number): Promise<void> {
  await db.rows(
    `select from webhook_endpoint_hour h where h.tenant_id = $1 and h.endpoint_id = $2
     order by h.hour for update`,
    [id],
  );
  const hours = await db.writeRows<Hour>(
    `delete from webhook_endpoint_hour h where h.tenant_id = $1 and h.endpoint_id = $2
     returning h.hour::text as hour, h.ok, h.failed`,
    [id],
  );
  await db.write(
    `insert into webhook_endpoint_hour as h (tenant_id, endpoint_id, hour, ok, failed)
     select $1, $2, r.hour - $3 * interval '1 ms', r.ok, r.failed
     from json_to_recordset($4::json) as r(hour timestamptz, ok integer, failed integer)
     on conflict (tenant_id, endpoint_id, hour) do update
       set ok = h.ok + excluded.ok, failed = h.failed + excluded.failed`,
    [id, ms, JSON.stringify(hours)],
  );
}

/**
 * Moves the times of the endpoint. If the mail of the last warning is not written yet, the sweep warns again,
 * because the mail names these times.
 */
async function moveEndpoint(db: TeamDb, id: string, ms: number): Promise<void> {
  // The mail of a warning is written under this lock, so the statement after it sees the mail.
  await db.row(
    'select e.id from webhook_endpoint e where e.tenant_id = $1 and e.id = $2 for no key update',
    [id],
  );
  const moved = await db.write(
    `update webhook_endpoint e set created_at = e.created_at - $3 * interval '1 ms',
       last_success_at = e.last_success_at - $3 * interval '1 ms',
       failing_since = e.failing_since - $3 * interval '1 ms',
       paused_at = e.paused_at - $3 * interval '1 ms',
       warned_since = case
         when e.warned_since is distinct from e.failing_since
           then e.warned_since - $3 * interval '1 ms'
         when exists (select from mail l where l.tenant_id = $1
             and l.cause = 'webhook_failing:' || e.id || ':' || iso(e.failing_since))
           then e.warned_since - $3 * interval '1 ms' end
     where e.tenant_id = $1 and e.id = $2 and e.deleted_at is null
     returning e.id`,
    [id, ms],
  );
  if (!moved) throw new ApiError('not_found');
}
