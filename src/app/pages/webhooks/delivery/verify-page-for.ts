import type { ShownAttempt } from '../../../../features/webhooks/delivery-detail.schema.ts';

type Attempt = Pick<ShownAttempt, 'at' | 'request_headers'>;

/**
 * The page that checks a signature, with the time of an attempt, and its header if it is shown
 * already. They are behind the `#`, which no browser sends to a server. The secret is never there, nor
 * the body: what must be checked is the body that has reached the receiver.
 */
export function verifyPageFor({ at, request_headers }: Attempt): string {
  const header = request_headers?.['svc-signature'];
  const given = new URLSearchParams({ sent: at, ...(header === undefined ? {} : { header }) });
  return `verify#${given}`;
}
