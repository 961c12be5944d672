import type { z } from 'zod';
import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import {
  deliveryShape,
  endpointShape,
  type listDeliveriesInput,
  type WebhookDelivery,
  type WebhookEndpoint,
} from './webhooks.schema.ts';

/** Lists all endpoints in one answer, newest first (D69): a team has at most a hundred. */
export async function listEndpoints({ db }: Call): Promise<JsonText<{ data: WebhookEndpoint[] }>> {
  const row = await db.row<{ items: string | null }>(
    `select string_agg(row_to_json(s)::text, ',' order by e.created_at desc, e.id desc) as items
     from webhook_endpoint e cross join lateral (select ${endpointShape}) s
     where e.tenant_id = $1 and e.deleted_at is null`,
  );
  return new JsonText(`{"data":[${row?.items ?? ''}]}`);
}

/** Lists the latest deliveries, newest first. The list has no further pages (D70). */
export async function listDeliveries(
  { db, actor }: Call,
  { endpoint_id, limit }: z.output<typeof listDeliveriesInput>,
): Promise<JsonText<{ data: WebhookDelivery[] }>> {
  const row = await db.row<{ items: string | null }>(
    `select (
       select string_agg(r.item, ',' order by r.created_at desc, r.id desc)
       from (
         select d.created_at, d.id, row_to_json(s)::text as item
         from webhook_delivery_state d
         cross join lateral (select ${deliveryShape(actor.privacy)}) s
         where d.tenant_id = $1 and d.endpoint_id = e.id
         order by d.created_at desc, d.id desc
         limit $3
       ) r
     ) as items
     from webhook_endpoint e
     where e.tenant_id = $1 and e.id = $2 and e.deleted_at is null`,
    [endpoint_id, limit],
  );
  if (!row) throw new ApiError('not_found');
  return new JsonText(`{"data":[${row.items ?? ''}]}`);
}
