import type { RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { insertEndpoint } from './create-endpoint.ts';
import type { ReplacedSecret } from './endpoint-detail.schema.ts';
import { requireEndpointsLeft } from './rules/require-endpoints-left.ts';

type Old = {
  url: string;
  events: string[];
  description: string | null;
  status: string;
  api_version: string;
};

/**
 * Makes a second endpoint like this one with a new secret, because a secret cannot be changed (spec,
 * Signature and headers). The old endpoint works until the person ends it. If the old endpoint is switched
 * off or paused, the new one is switched off too. The URL is not checked again: each attempt checks it, and a leaked
 * secret must be replaceable while name servers fail.
 */
export async function replaceSecret(call: RequestCall, id: string): Promise<ReplacedSecret> {
  const { db } = call;
  const existing = await db.row<{ url: string }>(
    `select e.url from webhook_endpoint e
     where e.tenant_id = $1 and e.id = $2 and e.deleted_at is null`,
    [id],
  );
  if (!existing) throw new ApiError('not_found');
  // This locks the team, so that two replacements at once run one after the other.
  await requireEndpointsLeft(call, existing.url);
  const old = await db.row<Old>(
    `select e.url, e.events, e.description, e.status, e.api_version from webhook_endpoint e
     where e.tenant_id = $1 and e.id = $2 and e.deleted_at is null for share`,
    [id],
  );
  if (!old) throw new ApiError('not_found');
  const copy = await db.row<{ id: string }>(
    `select e.id from webhook_endpoint e
     where e.tenant_id = $1 and e.replaces = $2 and e.deleted_at is null`,
    [id],
  );
  if (copy) {
    throw new ApiError('conflict', { because: ['secret_being_replaced', copy.id] });
  }
  const { url, events, description, api_version: apiVersion } = old;
  const status = old.status === 'active' ? 'active' : 'disabled';
  const made = await insertEndpoint(call, {
    url,
    events,
    description,
    apiVersion,
    status,
    replaces: id,
  });
  await recordAudit(call, {
    action: 'webhook_endpoint.created',
    targetId: made.id,
    changes: { url: new URL(url).origin, events, replaces: id },
  });
  return { endpoint_id: made.id, replaces: id, status, secret: made.secret };
}
