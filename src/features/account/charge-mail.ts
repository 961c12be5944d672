import { rateNetworks } from '../../auth/ip-range.ts';
import type { CountedSoFar } from '../../auth/sign-in-throttle.ts';
import type { Visit } from '../../operation/call.ts';
import { hashed } from '../session/charge-attempt.ts';

/**
 * How many mails may be asked for: by an address and for an account within a quarter of an hour, and
 * for an account within a day.
 */
const limits = {
  reset: { byAddress: 30, own: 3, day: 10 },
  new_address: { byAddress: 100, own: 5, day: 20 },
} as const;

/** Counts a request for a mail about an account. Returns what refuses it, if there were too many. */
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
