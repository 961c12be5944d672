import { createHash } from 'node:crypto';
import { rateSubject } from '../../auth/ip-range.ts';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';

/**
 * How many attempts may fail within the window. The account's own limit is high and ignores devices
 * with which the person has signed in before, so that an attacker cannot lock the person out.
 */
const limits = { pair: 10, device: 10, proof: 10, account: 50, address: 100 } as const;

type Bucket = { subject: string; limit: number };
type Attempt = { isLocked: boolean; subjects: string[] };
type SignInAttempt = { email: string; knownDevice: Buffer | null };

/** Counts an attempt to sign in as failed until it succeeds, so that attempts at once count too. */
export function chargeSignIn(
  visit: Visit,
  { email, knownDevice }: SignInAttempt,
): Promise<Attempt> {
  const account = createHash('sha256').update(email).digest('base64url');
  const address = addressOf(visit);
  const own: Bucket[] = knownDevice
    ? [bucket('device', knownDevice.toString('base64url'))]
    : [bucket('pair', `${account} ${address}`), bucket('account', account)];
  return charge(visit, [...own, bucket('address', address)]);
}

/** Counts an attempt to prove the identity again, by the session. */
export function chargeProof(visit: Visit, sessionId: string): Promise<Attempt> {
  return charge(visit, [bucket('proof', sessionId), bucket('address', addressOf(visit))]);
}

/**
 * Takes back an attempt that has not failed. A success resets the person's own count. In counts that
 * others share, and if the password was not compared, only this attempt is taken back.
 */
export function takeBackAttempt(
  { throttle }: Visit,
  { subjects }: Attempt,
  how: 'succeeded' | 'not looked at',
): Promise<void> {
  const own = subjects.filter((subject) => !/^(account|address):/.test(subject));
  return throttle.takeBack(subjects, how === 'succeeded' ? own : []);
}

async function charge({ throttle, now }: Visit, buckets: Bucket[]): Promise<Attempt> {
  const subjects = buckets.map(({ subject }) => subject).sort();
  const failures = await throttle.charge(subjects, now);
  const over = buckets.filter(({ subject, limit }) => (failures.get(subject) ?? 0) > limit);
  const isLocked = over.length > 0;
  // Comparing passwords has few turns for all. The time of this answer tells of the address alone.
  if (over.some(({ subject }) => subject.startsWith('address:'))) {
    throw new AppError('wrong_credentials');
  }
  return { isLocked, subjects };
}

function bucket(kind: keyof typeof limits, name: string): Bucket {
  return { subject: `${kind}:${name}`, limit: limits[kind] };
}

function addressOf({ ip }: Visit): string {
  return ip === null ? 'unknown' : rateSubject(ip);
}
