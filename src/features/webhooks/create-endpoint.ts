import type { z } from 'zod';
import type { RequestCall } from '../../operation/call.ts';
import { JsonText } from '../../shared/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { API_VERSION } from './events.schema.ts';
import { insertEndpoint } from './insert-endpoint.ts';
import { requireEndpointsLeft } from './rules/require-endpoints-left.ts';
import { requireTarget } from './rules/require-target.ts';
import type { createEndpointInput, WebhookEndpoint } from './webhooks.schema.ts';

/** Only this answer holds the secret (D163). */
export async function createEndpoint(
  call: RequestCall,
  { url, events, description = null }: z.output<typeof createEndpointInput>,
): Promise<JsonText<WebhookEndpoint>> {
  requireTarget(await call.urlChecker.check(url));
  await requireEndpointsLeft(call);
  const id = newId('whe', now);
  const secret = newSecret();
  const sealed = sealSecret(call.secretKey, secret, { tenantId: db.tenantId, endpointId: id });
  const [row] = await Promise.all([
    db.write<{ json: string }>(
      `with e as (
         insert into webhook_endpoint
           (tenant_id, id, url, events, description, secret, api_version, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         returning *
       )
       select ${asJson(endpointShape)} from e`,
      [id, url, events, description ?? null, sealed, API_VERSION, now],
    ),
    recordAudit(call, {
      action: 'webhook_endpoint.created',
      targetId: id,
      // Its path and its query may hold a secret.
      changes: { url: new URL(url).origin, events },
    }),
  ]);
  if (!row) throw new Error('The endpoint was not inserted');
  const made = JSON.parse(row.json) as WebhookEndpoint;
  return new JsonText(JSON.stringify({ ...made, secret }));
}

/** Locks the team, so that two creations at once count one after the other. */
async function requireEndpointsLeft({ db }: Call): Promise<void> {
  await db.row('select t.id from tenant t where t.id = $1 for no key update');
  const taken = await db.row<{ endpoints: number }>(
    `select count(*)::integer as endpoints from webhook_endpoint e
     where e.tenant_id = $1 and e.deleted_at is null`,
  );
  if (!taken || taken.endpoints >= ENDPOINTS_PER_TEAM) {
    const detail = `A team has at most ${ENDPOINTS_PER_TEAM} webhook endpoints: delete one that is not needed, or add the events to one that exists.`;
    throw new ApiError('validation_error', { field: 'url', detail });
  }
  const made = await insertEndpoint(call, {
    ...{ url, events, description, apiVersion: API_VERSION, status: 'active' },
  });
  await recordAudit(call, {
    action: 'webhook_endpoint.created',
    targetId: made.id,
    changes: { events },
  });
  return new JsonText(JSON.stringify(made));
}
