import { asJson } from '../../db/as-json.ts';
import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import { isHeld, LONGEST_TIMEOUT_MS, leaseMs } from '../../shared/time/lease.ts';
import { actorIdOf, recordAudit } from '../audit-log/record-audit.ts';
import { wakeWorker } from './wake-worker.ts';
import { deliveryShape, type WebhookDelivery } from './webhooks.schema.ts';

type Current = {
  status: 'pending' | 'ok' | 'gave_up';
  endpoint_id: string;
  /** True if a worker is making an attempt now, or will make one at once without this retry. */
  is_under_way: boolean;
};

// A lease is longest with the largest WEBHOOK_TIMEOUT.
const inFlight = isHeld('d.leased_at', leaseMs(LONGEST_TIMEOUT_MS));

/**
 * The manual retry: it makes a delivery urgent and uses up no automatic retry (D147 to D149). The
 * automatic retries are planned in `worker/delivery/plan-next-attempt.ts`.
 */
export async function retryDelivery(call: Call, id: string): Promise<JsonText<WebhookDelivery>> {
  const { db, actor } = call;
  const current = await lock(call, id);
  if (current.status === 'ok') {
    throw new ApiError('validation_error', { field: 'status', because: 'delivery_arrived' });
  }
  if (!current.is_under_way) await makeUrgent(call, id);
  const [row] = await Promise.all([
    db.row<{ json: string }>(
      `select ${asJson(deliveryShape(actor.privacy))}
       from webhook_delivery_state d
       join webhook_endpoint e on e.tenant_id = $1 and e.id = d.endpoint_id
       where d.tenant_id = $1 and d.id = $2`,
      [id],
    ),
    ...(current.is_under_way
      ? []
      : [wakeWorker(call, { endpointId: current.endpoint_id, urgentId: id })]),
  ]);
  if (!row) throw new Error('The delivery has vanished while it was locked');
  return new JsonText(row.json);
}

/**
 * Locks the delivery against another retry, and then its row in webhook_pending against workers.
 * These are two statements: only a later statement sees what the holder of a lock has changed.
 */
async function lock({ db }: Call, id: string): Promise<Current> {
  const [, , current] = await Promise.all([
    db.row(
      'select from webhook_delivery d where d.tenant_id = $1 and d.id = $2 for no key update',
      [id],
    ),
    db.row(
      'select from webhook_pending p where p.tenant_id = $1 and p.delivery_id = $2 for no key update',
      [id],
    ),
    db.row<Current>(
      `select d.status, d.endpoint_id, coalesce(d.status = 'pending'
         and (d.attempt = 0 or d.urgent_at is not null or ${inFlight}), false) as is_under_way
       from webhook_delivery_state d
       join webhook_endpoint e on e.tenant_id = $1 and e.id = d.endpoint_id
       where d.tenant_id = $1 and d.id = $2 and e.deleted_at is null`,
      [id],
    ),
  ]);
  if (!current) throw new ApiError('not_found');
  return current;
}

/**
 * Makes the delivery urgent. `next_try_at` stays as it is. After `gave_up` it is null, so if this attempt
 * fails, the delivery is given up again (D148).
 */
async function makeUrgent(call: Call, id: string): Promise<void> {
  const { db } = call;
  await Promise.all([
    db.write(
      `insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, is_ping,
         attempt, lease_no, urgent_at)
       select $1, d.id, d.endpoint_id, d.event_id, d.event_type = 'ping', d.attempt, d.lease_no, now()
       from webhook_delivery_state d
       where d.tenant_id = $1 and d.id = $2
       on conflict (delivery_id) do update set urgent_at = excluded.urgent_at`,
      [id],
    ),
    db.write(
      `update webhook_delivery d set given_up_for = null, given_up_at = null
       where d.tenant_id = $1 and d.id = $2 and d.given_up_at is not null`,
      [id],
    ),
    recordAsker(call, id),
    recordAudit(call, { action: 'webhook_delivery.retried', targetId: id }),
  ]);
}

/**
 * Notes who asked for the next attempt of a delivery. If somebody asked before and that attempt was
 * given up without being made, both have the same number.
 */
async function recordAsker(call: Call, deliveryId: string): Promise<void> {
  await call.db.write(
    `insert into webhook_retry (tenant_id, delivery_id, n, actor_kind, actor_id, asked_at)
     select $1, d.id, d.attempt + 1, $3, $4, now()
     from webhook_delivery_state d where d.tenant_id = $1 and d.id = $2
     on conflict (tenant_id, delivery_id, n) do update set
       actor_kind = excluded.actor_kind, actor_id = excluded.actor_id,
       run_id = null, asked_at = excluded.asked_at`,
    [deliveryId, call.actor.kind, actorIdOf(call.actor)],
  );
}
