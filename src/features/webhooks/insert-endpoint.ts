import { asJson } from '../../db/as-json.ts';
import { newId } from '../../db/ids.ts';
import type { RequestCall } from '../../operation/call.ts';
import { newSecret, sealSecret } from './signing-secret.ts';
import { endpointShape, type WebhookEndpoint } from './webhooks.schema.ts';

type NewEndpoint = {
  url: string;
  events: string[];
  description: string | null;
  apiVersion: string;
  status: 'active' | 'disabled';
  /** The endpoint whose secret this one replaces. */
  replaces?: string;
};

/** Makes an endpoint and its secret. The secret is encrypted before it goes to the database. */
export async function insertEndpoint(
  { db, now, secretKey }: RequestCall,
  { url, events, description, apiVersion, status, replaces }: NewEndpoint,
): Promise<WebhookEndpoint & { secret: string }> {
  const id = newId('whe', now);
  const secret = newSecret();
  const sealed = sealSecret(secretKey, secret, { tenantId: db.tenantId, endpointId: id });
  const former =
    replaces === undefined
      ? undefined
      : await db.row<{ proven_origin: string | null }>(
          'select e.proven_origin from webhook_endpoint e where e.tenant_id = $1 and e.id = $2',
          [replaces],
        );
  const row = await db.insertReturning(
    'webhookEndpoint',
    {
      ...{ id, url, events, description, status, replaces },
      ...{ secret: sealed, api_version: apiVersion, created_at: now },
      proven_origin: former?.proven_origin,
    },
    { as: 'e', select: `${asJson(endpointShape)} from e` },
  );
  return { ...(JSON.parse(row.json) as WebhookEndpoint), secret };
}
