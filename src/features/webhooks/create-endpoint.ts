import type { z } from 'zod';
import type { RequestCall } from '../../operation/call.ts';
import { JsonText } from '../../shared/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { API_VERSION } from './events.schema.ts';
import { insertEndpoint } from './insert-endpoint.ts';
import { requireEndpointsLeft } from './rules/require-endpoints-left.ts';
import { requireTarget } from './rules/require-target.ts';
import type { createEndpointInput, WebhookEndpoint } from './webhooks.schema.ts';

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
