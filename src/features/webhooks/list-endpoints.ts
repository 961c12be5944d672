import type { Call } from '../../operation/call.ts';
import { JsonText } from '../../shared/json-text.ts';
import { endpointShape, type WebhookEndpoint } from './webhooks.schema.ts';

/** Lists all endpoints in one answer, newest first (D69): a team has at most a hundred. */
export async function listEndpoints({ db }: Call): Promise<JsonText<{ data: WebhookEndpoint[] }>> {
  const row = await db.row<{ items: string | null }>(
    `select string_agg(row_to_json(s)::text, ',' order by e.created_at desc, e.id desc) as items
     from webhook_endpoint e cross join lateral (select ${endpointShape}) s
     where e.tenant_id = $1 and e.deleted_at is null`,
  );
  return new JsonText(`{"data":[${row?.items ?? ''}]}`);
}
