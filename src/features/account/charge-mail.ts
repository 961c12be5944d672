import { rateNetworks } from '../../auth/ip-range.ts';
import type { CountedSoFar } from '../../auth/sign-in-throttle.ts';
import type { Visit } from '../../operation/call.ts';
import { hashed } from '../session/charge-attempt.ts';

/**
 * How many mails may be asked for: from one address and for one account within a quarter of an
 * hour, and for one account within a day.
 */
const limits = {
  reset: { byAddress: 30, own: 3, day: 10 },
  new_address: { byAddress: 100, own: 5, day: 20 },
} as const;

/** Counts a request for a mail about an account. If there were too many, returns the error for the caller. */
export async function chargeMail(
  { throttle, ip, now }: Visit,
  kind: keyof typeof limits,
  account: string,
): Promise<CountedSoFar | undefined> {
  const { byAddress, own, day } = limits[kind];
  const name = hashed(account);
  const counts = [
    ...rateNetworks(ip).map(({ subject, times }) => ({
      subject: `${kind}_by:${subject}`,
      limit: byAddress * times,
    })),
    { subject: `${kind}:${name}`, limit: own },
    { subject: `${kind}_day:${name}`, limit: day, window: 'day' as const },
  ];
  const soFar = await throttle.charge(counts, now);
  return soFar.find((count) => count?.isOver) ?? undefined;
}
