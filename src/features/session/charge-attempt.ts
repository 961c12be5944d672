import { createHash } from 'node:crypto';
import { rateSubject } from '../../auth/ip-range.ts';
import type { Counted, Counts } from '../../auth/sign-in-throttle.ts';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';

/**
 * How many attempts may fail within the window. The account's own limit is high, ignores devices with
 * which the person has signed in before, and counts only attempts within the limit of their pair of
 * account and address. So an attacker with few addresses cannot lock the person out.
 */
const limits = { pair: 10, device: 10, proof: 10, account: 50, address: 100 } as const;

/** How many mails may be asked for within the window, by an address and for an account. */
const mailLimits = {
  reset: { byAddress: 30, own: 3 },
  new_address: { byAddress: 100, own: 5 },
} as const;

type Attempt = {
  isLocked: boolean;
  /** Where it was counted. */
  subjects: string[];
  own: string;
};
type SignInAttempt = { email: string; knownDevice: Buffer | null };

/** Counts an attempt to sign in as failed until it succeeds, so that attempts at once count too. */
export function chargeSignIn(
  visit: Visit,
  { email, knownDevice }: SignInAttempt,
): Promise<Attempt> {
  const account = hashed(email);
  const address = addressOf(visit);
  if (knownDevice) {
    const own = counted('device', knownDevice.toString('base64url'));
    return charge(visit, { address, own, account: null });
  }
  const own = counted('pair', `${account} ${address.subject}`);
  return charge(visit, { address, own, account: counted('account', account) });
}

/** Counts an attempt to prove the identity again, by the session. */
export function chargeProof(visit: Visit, sessionId: string): Promise<Attempt> {
  const own = counted('proof', sessionId);
  return charge(visit, { address: addressOf(visit), own, account: null });
}

/**
 * Takes back an attempt that has not failed. A success resets the person's own count. In counts that
 * others share, and if the password was not compared, only this attempt is taken back.
 */
export function takeBackAttempt(
  { throttle }: Visit,
  { subjects, own }: Attempt,
  how: 'succeeded' | 'not looked at',
): Promise<void> {
  return throttle.takeBack(subjects, how === 'succeeded' ? own : null);
}

/** Counts a request for a mail about an account. Returns false if there were too many. */
export async function chargeMail(
  { throttle, ip, now }: Visit,
  kind: keyof typeof mailLimits,
  account: string,
): Promise<boolean> {
  const limit = mailLimits[kind];
  const address = { subject: `${kind}_by:${nameOf(ip)}`, limit: limit.byAddress };
  const own = { subject: `${kind}:${hashed(account)}`, limit: limit.own };
  const failures = await throttle.charge({ address, own, account: null }, now);
  return !isOver(address, failures.address) && !isOver(own, failures.own);
}

async function charge({ throttle, now }: Visit, counts: Counts): Promise<Attempt> {
  const { address, own, account } = counts;
  const failures = await throttle.charge(counts, now);
  // Comparing passwords has few turns for all. The time of this answer tells of the address alone.
  if (failures.address > address.limit) throw new AppError('wrong_credentials');
  const isLocked = isOver(own, failures.own) || isOver(account, failures.account);
  const charged = [address, own, failures.account === null ? null : account];
  const subjects = charged.flatMap((one) => (one ? [one.subject] : []));
  return { isLocked, subjects, own: own.subject };
}

function isOver(counted: Counted | null, failures: number | null): boolean {
  return counted !== null && (failures ?? 0) > counted.limit;
}

function counted(kind: keyof typeof limits, name: string): Counted {
  return { subject: `${kind}:${name}`, limit: limits[kind] };
}

function addressOf({ ip }: Visit): Counted {
  return counted('address', nameOf(ip));
}

function nameOf(ip: string | null): string {
  return ip === null ? 'unknown' : rateSubject(ip);
}

function hashed(account: string): string {
  return createHash('sha256').update(account).digest('base64url');
}
