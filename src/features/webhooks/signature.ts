import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** How old a signature may be (spec, Signature and headers). */
export const SIGNATURE_LIFETIME_S = 300;

/**
 * The value of `Svc-Signature` (spec, Signature and headers). The key is the whole secret, prefix
 * included (D162).
 */
export function signatureHeader(
  secret: string,
  body: string | Uint8Array,
  unixSeconds: number,
): string {
  const v1 = createHmac('sha256', secret).update(`${unixSeconds}.`).update(body).digest('hex');
  return `t=${unixSeconds},v1=${v1}`;
}

/**
 * A secret with 44 characters after the prefix, which are the Base64 of 33 bytes without padding. Older
 * secrets have 43 characters. Strict decoders refuse these, and lenient ones differ, so their requests have no headers
 * of Standard Webhooks.
 */
const STANDARD_SECRET = /^whsec_([0-9A-Za-z+/]{44})$/;

/** The secret of an endpoint, in the two forms with which it signs. */
export type SigningKeys = {
  /** The whole text of the header `Svc-Signature`. */
  text: string;
  /**
   * For `webhook-signature`: the bytes, as a KeyObject, because a signature takes 4 µs with a KeyObject and
   * 23 with a Buffer. Null if the secret is no Base64: then this header is not sent.
   */
  bytes: KeyObject | null;
};

export function signingKeysOf(secret: string): SigningKeys {
  const [, base64] = STANDARD_SECRET.exec(secret) ?? [];
  const bytes = base64 === undefined ? null : createSecretKey(Buffer.from(base64, 'base64'));
  return { text: secret, bytes };
}

type Signed = { eventId: string; body: string | Uint8Array; unixSeconds: number };

/**
 * The headers of a delivery about its event: our own (spec, Signature and headers), and those of Standard
 * Webhooks, for which many languages have libraries.
 */
export function eventHeaders(
  { text, bytes }: SigningKeys,
  { eventId, body, unixSeconds }: Signed,
): Record<string, string> {
  const ours = {
    'svc-signature': signatureHeader(text, body, unixSeconds),
    'svc-event-id': eventId,
  };
  if (!bytes) return ours;
  const v1 = createHmac('sha256', bytes).update(`${eventId}.${unixSeconds}.`).update(body);
  return {
    ...ours,
    'webhook-id': eventId,
    'webhook-timestamp': `${unixSeconds}`,
    'webhook-signature': `v1,${v1.digest('base64')}`,
  };
}
