import type { KeyObject } from 'node:crypto';
import { Privacy } from '../../auth/privacy.ts';
import { webhookHeaders } from '../../egress/webhook-headers.ts';
import type { RequestCall } from '../../operation/call.ts';
import { hasErased } from '../erasure/replace-names.ts';
import type { ManualRetry, ShownAttempt } from './delivery-detail.schema.ts';
import { shownBody } from './shown-body.ts';
import { eventHeaders, SIGNATURE_LIFETIME_S, signingKeysOf } from './signature.ts';
import { openSecret } from './signing-secret.ts';

type Delivery = {
  endpoint_id: string;
  event_id: string;
  secret: Buffer;
  body: string;
  /** True if no part of the body is hidden now. */
  isShown: boolean;
};
export type AttemptRow = Omit<ShownAttempt, 'request_headers' | 'signature_hidden' | 'manual'> & {
  signed_at: number | null;
  is_reduced: boolean;
};

/** The attempts of the delivery $2 as JSON, oldest first. */
export const attemptRows = `(
  select coalesce(json_agg(s order by s.n), '[]') from (
    select a.n, iso(a.started_at) as at, a.response_code, a.response_excerpt, a.response_ms, a.error,
      extract(epoch from a.signed_at)::integer as signed_at, a.is_reduced
    from webhook_attempt a where a.tenant_id = $1 and a.delivery_id = $2
    order by a.n desc limit 100
  ) s
)`;

/**
 * Shows the attempts with their signatures. No signature is stored: it is computed again from the stored
 * time, because a secret never changes, and a body changes only when a person is erased. An attempt may have left out
 * what the privacy switch hid then. If it has sent what is hidden now, its answer may repeat that, and is hidden (D192).
 */
export function showAttempts(
  { db, secretKey, now }: RequestCall,
  { endpoint_id, event_id, secret: sealed, body: frozen, isShown }: Delivery,
  rows: readonly AttemptRow[],
  askers: Map<number, ManualRetry>,
): ShownAttempt[] {
  const secret = secretOf(secretKey, sealed, { tenantId: db.tenantId, endpointId: endpoint_id });
  const keys = secret === null ? null : signingKeysOf(secret);
  const isErased = hasErased(frozen);
  return rows.map(({ signed_at, is_reduced, ...attempt }) => {
    const body = is_reduced ? shownBody(Privacy.hidesAll, frozen).body : frozen;
    const hidesNothing = is_reduced || isShown;
    // The person sees exactly the bytes that were sent, because no part of them is hidden or erased.
    const isWhole = hidesNothing && !isErased;
    const isVerifiable = keys !== null && signed_at !== null;
    const signature_hidden = isVerifiable ? whyHidden({ isWhole, signed_at, now }) : null;
    const sent =
      isVerifiable && eventHeaders(keys, { eventId: event_id, body, unixSeconds: signed_at });
    const shown = sent && signature_hidden ? withoutSignatures(sent) : sent;
    return {
      ...attempt,
      response_excerpt: hidesNothing ? attempt.response_excerpt : null,
      request_headers: shown ? { ...webhookHeaders, ...shown } : null,
      signature_hidden,
      manual: askers.get(attempt.n) ?? null,
    };
  });
}

function withoutSignatures(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/-signature$/.test(name)));
}

type Signed = { isWhole: boolean; signed_at: number; now: Date };

/**
 * Why a signature is hidden. With the secret, a person could try values for the hidden fields until the
 * signature fits. And while receivers accept a signature, it is shown only after a fresh proof.
 */
function whyHidden({ isWhole, signed_at, now }: Signed): ShownAttempt['signature_hidden'] {
  if (!isWhole) return 'personal';
  return now.getTime() / 1000 - signed_at <= SIGNATURE_LIFETIME_S ? 'young' : null;
}

/** Null if another ENCRYPTION_KEY than ours has encrypted the secret. */
function secretOf(
  key: KeyObject,
  sealed: Buffer,
  owner: { tenantId: string; endpointId: string },
): string | null {
  try {
    return openSecret(key, sealed, owner);
  } catch {
    return null;
  }
}
