import type { ShownAttempt } from '../../../../features/webhooks/delivery-detail.schema.ts';

type Attempt = Pick<ShownAttempt, 'at' | 'request_headers'>;

/**
 * The address of the page that checks a signature. The time of the attempt, and its header if it is shown already,
 * stand behind the `#`. Browsers never send that part to a server. The address has neither the secret nor the body:
 * the developer must check the body that the receiver got.
 */
export function verifyPageFor({ at, request_headers }: Attempt): string {
  const header = request_headers?.['svc-signature'];
  const given = new URLSearchParams({ sent: at, ...(header === undefined ? {} : { header }) });
  return `verify#${given}`;
}
