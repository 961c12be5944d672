import { createHmac } from 'node:crypto';

/** `Svc-Signature` (spec, Signature and headers); the key is the secret as it was shown (D162). */
export function signatureHeader(
  secret: string,
  body: string | Uint8Array,
  unixSeconds: number,
): string {
  const v1 = createHmac('sha256', secret).update(`${unixSeconds}.`).update(body).digest('hex');
  return `t=${unixSeconds},v1=${v1}`;
}
