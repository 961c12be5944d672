import type { Call } from '../../auth/call.ts';
import { asJson } from '../../db/as-json.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { wakeWorker } from './wake-worker.ts';
import { deliveryShape, lastAttempt, type WebhookDelivery } from './webhooks.schema.ts';

type Current = {
  status: 'pending' | 'ok' | 'gave_up';
  endpoint_id: string;
  /** An attempt is being made, or will be at once without anybody's doing. */
  under_way: boolean;
};

// No lease is longer, whatever WEBHOOK_TIMEOUT is; one in the future is of a clock set back.
const inFlight = `d.leased_at between now() - interval '80 s' and now() + interval '1 min'`;

/** At once, beside the schedule: no retry of it is used up (D147 to D149). */
export async function retryDelivery(call: Call, id: string): Promise<JsonText<WebhookDelivery>> {
  const { db } = call;
  const current = await db.row<Current>(
    `select d.status, d.endpoint_id, coalesce(d.status = 'pending'
       and (d.attempt = 0 or d.urgent_at is not null or ${inFlight}), false) as under_way
     from webhook_delivery d join webhook_endpoint e on e.tenant_id = $1 and e.id = d.endpoint_id
     where d.tenant_id = $1 and d.id = $2 and e.deleted_at is null
     for no key update of d`,
    [id],
  );
  if (!current) throw new ApiError('not_found');
  if (current.status === 'ok') {
    const detail = 'This delivery has arrived: there is nothing to retry.';
    throw new ApiError('validation_error', { field: 'status', detail });
  }
  if (!current.under_way) await makeUrgent(call, id);
  const [row] = await Promise.all([
    db.row<{ json: string }>(
      `select ${asJson(deliveryShape)}
       from webhook_delivery d join webhook_endpoint e on e.tenant_id = $1 and e.id = d.endpoint_id
         ${lastAttempt}
       where d.tenant_id = $1 and d.id = $2`,
      [id],
    ),
    ...(current.under_way
      ? []
      : [wakeWorker(call, { endpointId: current.endpoint_id, urgentId: id })]),
  ]);
  if (!row) throw new Error('The delivery has vanished while it was locked');
  return new JsonText(row.json);
}

/** `next_try_at` stays: null after `gave_up`, so that another failure gives up again (D148). */
async function makeUrgent(call: Call, id: string): Promise<void> {
  await Promise.all([
    call.db.write(
      `update webhook_delivery d
       set status = 'pending', urgent_at = now(), ended_at = null, given_up_for = null
       where d.tenant_id = $1 and d.id = $2`,
      [id],
    ),
    recordAudit(call, { action: 'webhook_delivery.retried', targetId: id }),
  ]);
}
