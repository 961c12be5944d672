import { createHmac } from 'node:crypto';

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
