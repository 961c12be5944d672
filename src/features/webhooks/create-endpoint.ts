import type { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import { newId } from '../../db/ids.ts';
import type { RequestCall } from '../../operation/call.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { API_VERSION } from './events.schema.ts';
import { requireEndpointsLeft } from './rules/require-endpoints-left.ts';
import { requireTarget } from './rules/require-target.ts';
import { newSecret, sealSecret } from './signing-secret.ts';
import {
  type createEndpointInput,
  endpointShape,
  type WebhookEndpoint,
} from './webhooks.schema.ts';

/** Creates an endpoint. Only this answer contains the secret (D163). */
export async function createEndpoint(
  call: RequestCall,
  { url, events, description = null }: z.output<typeof createEndpointInput>,
): Promise<JsonText<WebhookEndpoint>> {
  requireTarget(await call.urlChecker.check(url));
  await requireEndpointsLeft(call, url);
  const made = await insertEndpoint(call, {
    url,
    events,
    description,
    apiVersion: API_VERSION,
    status: 'active',
  });
  await recordAudit(call, {
    action: 'webhook_endpoint.created',
    targetId: made.id,
    // The path and the query of the URL may contain a secret.
    changes: { url: new URL(url).origin, events },
  });
  return new JsonText(JSON.stringify(made));
}

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
      id,
      url,
      events,
      description,
      status,
      replaces,
      secret: sealed,
      api_version: apiVersion,
      created_at: now,
      proven_origin: former?.proven_origin,
    },
    { as: 'e', select: `${asJson(endpointShape)} from e` },
  );
  return { ...(JSON.parse(row.json) as WebhookEndpoint), secret };
}
