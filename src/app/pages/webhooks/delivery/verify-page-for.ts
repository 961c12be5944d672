import type { ShownAttempt } from '../../../../features/webhooks/delivery-detail.schema.ts';

type Attempt = Pick<ShownAttempt, 'at' | 'request_headers'>;

/**
 * The address of the page that checks a signature. The time of the attempt, and its header if it is shown already,
 * stand behind the `#`, which browsers never send to a server. The secret never does, nor the body: what must be
 * checked is the body that the receiver got.
 */
export function verifyPageFor({ at, request_headers }: Attempt): string {
  const header = request_headers?.['svc-signature'];
  const given = new URLSearchParams({ sent: at, ...(header === undefined ? {} : { header }) });
  return `verify#${given}`;
}
