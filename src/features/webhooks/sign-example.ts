import { newId } from '../../db/ids.ts';
import { webhookHeaders } from '../../egress/webhook-headers.ts';
import type { RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { curlCommand } from '../../shared/web/curl-command.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type EventType, events } from './events.schema.ts';
import { eventHeaders, SIGNATURE_LIFETIME_S, signingKeysOf } from './signature.ts';
import type { SignedExample, SignedExampleInput } from './signed-example.schema.ts';
import { openSecret } from './signing-secret.ts';

/**
 * Signs an event as a worker would, for a request that the developer sends. Only stored events and the
 * examples of the document are signed, so nobody can choose the bytes.
 */
export async function signExample(
  call: RequestCall,
  { endpoint_id, target, delivery_id, type }: SignedExampleInput,
): Promise<SignedExample> {
  const { db, now, secretKey } = call;
  const endpoint = await db.row<{ secret: Buffer }>(
    `select e.secret from webhook_endpoint e
     where e.tenant_id = $1 and e.id = $2 and e.deleted_at is null`,
    [endpoint_id],
  );
  if (!endpoint) throw new ApiError('not_found');
  const body = type ? exampleOf(type, now) : await storedBody(call, delivery_id ?? '');
  const owner = { tenantId: db.tenantId, endpointId: endpoint_id };
  const secret = readSecret(secretKey, endpoint.secret, owner);
  const { id: eventId } = JSON.parse(body) as { id: string };
  const signedAt = Math.floor(now.getTime() / 1000);
  const headers = {
    'content-type': webhookHeaders['content-type'],
    'user-agent': webhookHeaders['user-agent'],
    ...eventHeaders(signingKeysOf(secret), { eventId, body, unixSeconds: signedAt }),
  };
  await recordAudit(call, {
    action: 'webhook_endpoint.example_signed',
    targetId: endpoint_id,
    changes: type ? { type } : { delivery_id },
  });
  const expires_at = new Date((signedAt + SIGNATURE_LIFETIME_S) * 1000).toISOString();
  const curl = curlCommand({ url: target, headers, body });
  return { curl, body, headers, expires_at };
}

/** Decrypts the secret. Another ENCRYPTION_KEY than ours may have encrypted it. */
function readSecret(...[key, sealed, owner]: Parameters<typeof openSecret>): string {
  try {
    return openSecret(key, sealed, owner);
  } catch {
    throw new ApiError('conflict', { because: 'secret_unreadable' });
  }
}

/** Makes an example event, each time with a new id: a receiver ignores an event that it knows already. */
function exampleOf(type: EventType, now: Date): string {
  const [example] = events[type].meta()?.examples ?? [];
  if (!example) throw new Error(`${type} has no example`);
  return JSON.stringify({ ...Object(example), id: newId('evt', now) });
}

/**
 * The stored body. Refuses if the privacy switches hide some of its fields now: without them the signature
 * would not fit.
 */
async function storedBody({ db, actor }: RequestCall, deliveryId: string): Promise<string> {
  const row = await db.row<{ body: string }>(
    `select v.body from webhook_delivery d
     join webhook_endpoint e on e.tenant_id = $1 and e.id = d.endpoint_id and e.deleted_at is null
     join webhook_event v on v.tenant_id = $1 and v.id = d.event_id
     where d.tenant_id = $1 and d.id = $2`,
    [deliveryId],
  );
  if (!row) throw new ApiError('not_found');
  const { data } = JSON.parse(row.body) as { data: object };
  if (actor.privacy.hidden('event').some(({ field }) => field in data)) {
    actor.privacy.requireMemberDetail({ because: 'event_hidden_now' });
  }
  return row.body;
}
