import { createHash } from 'node:crypto';
import { rateNetworks } from '../../auth/ip-range.ts';
import type { Counted, CountedSoFar } from '../../auth/sign-in-throttle.ts';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import { ApiError } from '../../shared/errors/errors.ts';

/**
 * How many attempts may fail within the window. `account` is high: it does not count devices with which the
 * person has signed in before, and counts an attempt only if the pair of its account and address is within
 * the limit. So an attacker with few addresses cannot lock the person out.
 */
export const limits = { pair: 10, device: 10, proof: 10, account: 50, address: 100 } as const;

/**
 * How often one person may do something within the window that costs other people time or room, even if it
 * succeeds. The person is counted and not the address, because the people of an office share an
 * address. Uses of the password count apart from sign-ins, so that a stolen session cannot keep its person from signing
 * in.
 */
export const ownLimits = {
  signed_in: { limit: 60, because: 'too_many_sign_ins' },
  password_used: { limit: 60, because: 'password_used_too_often' },
  link_used: { limit: 10, because: 'link_used_too_often' },
  challenge: { limit: 60, because: 'too_many_challenges' },
  command_line_code: { limit: 20, because: 'too_many_codes' },
} as const;
type OwnCount = keyof typeof ownLimits;

type Attempt = {
  isLocked: boolean;
  /** The counts that contain this attempt. It is taken back from them if it does not fail. */
  subjects: string[];
  /** The counts that keep this attempt, unless nothing was checked. */
  spent: string[];
  own: string;
};
type SignInAttempt = { email: string; personId: string; device: Buffer | null };

/**
 * Counts an attempt to sign in. It counts as failed until it succeeds, so that attempts at the same
 * time count too. Refuses the attempt if the person has signed in too often; nobody else can cause
 * this refusal.
 */
export async function chargeSignIn(
  visit: Visit,
  { email, personId, device }: SignInAttempt,
): Promise<Attempt> {
  const signedIn = await visit.throttle.read(ownCount('signed_in', personId), visit.now);
  requireRoom(signedIn, { visit, kind: 'signed_in' });
  const account = hashed(email);
  if (device) {
    const own = counted('device', device.toString('base64url'));
    return charge(visit, { own: [own], spent: [] });
  }
  const [network] = rateNetworks(visit.ip);
  const own = counted('pair', `${account} ${network?.subject}`);
  return charge(visit, { own: [own, counted('account', account)], spent: [] });
}

/**
 * Counts an attempt of the session to prove the identity again. Also counts one use of the password, right or
 * wrong.
 */
export function chargeProof(
  visit: Visit,
  { id, personId }: { id: string; personId: string },
): Promise<Attempt> {
  const spent = [ownCount('password_used', personId)];
  return charge(visit, { own: [counted('proof', id)], spent });
}

/**
 * Takes back an attempt that has not failed. A success resets the person's own count. A count that other
 * people share loses only this attempt, and so do all counts if no password was compared.
 */
export function takeBackAttempt(
  { throttle }: Visit,
  { subjects, spent, own }: Attempt,
  how: 'succeeded' | 'unchecked',
): Promise<void> {
  return how === 'succeeded'
    ? throttle.takeBack(subjects, own)
    : throttle.takeBack([...subjects, ...spent], null);
}

/** Counts something that a person does, or that somebody does with a link. The returned function takes it back. */
export async function chargeOwn(
  visit: Visit,
  kind: OwnCount,
  name: string,
): Promise<() => Promise<void>> {
  const count = ownCount(kind, name);
  const [soFar] = await visit.throttle.charge([count], visit.now);
  requireRoom(soFar, { visit, kind });
  return () => visit.throttle.takeBack([count.subject], null);
}

async function charge(
  visit: Visit,
  { own, spent }: { own: Counted[]; spent: Counted[] },
): Promise<Attempt> {
  const addresses = rateNetworks(visit.ip).map(({ subject, times }) => ({
    subject: `address:${subject}`,
    limit: limits.address * times,
  }));
  const counts = [...addresses, ...own, ...spent];
  const soFar = await visit.throttle.charge(counts, visit.now);
  // The service can compare few passwords at a time, for all people together. So an address above its limit
  // is refused before the comparison. The time of this answer tells only about the address.
  if (soFar.slice(0, addresses.length).some((count) => count?.isOver)) {
    throw new AppError('wrong_credentials');
  }
  if (spent.length > 0) requireRoom(soFar.at(-1), { visit, kind: 'password_used' });
  const isLocked = soFar.some((count) => count?.isOver);
  const wasCounted = ({ subject }: Counted) =>
    soFar[counts.findIndex((count) => count.subject === subject)] !== null;
  return {
    isLocked,
    subjects: [...addresses, ...own].filter(wasCounted).map(({ subject }) => subject),
    spent: spent.filter(wasCounted).map(({ subject }) => subject),
    own: own[0]?.subject ?? '',
  };
}

function requireRoom(
  soFar: CountedSoFar | null | undefined,
  { visit, kind }: { visit: Visit; kind: OwnCount },
): void {
  if (!soFar?.isOver) return;
  const { limit, because } = ownLimits[kind];
  throw new ApiError('rate_limited', { because, limit, retryAfter: secondsTo(soFar, visit) });
}

/** The seconds until the window ends. */
export function secondsTo({ endsAt }: CountedSoFar, { now }: Pick<Visit, 'now'>): number {
  return Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000));
}

function counted(kind: keyof typeof limits, name: string): Counted {
  return { subject: `${kind}:${name}`, limit: limits[kind] };
}

function ownCount(kind: OwnCount, name: string): Counted {
  return { subject: `${kind}:${hashed(name)}`, limit: ownLimits[kind].limit };
}

/**
 * The hash of the name of an account. No row contains the name itself, so an erasure need not look at these
 * rows.
 */
export function hashed(account: string): string {
  return createHash('sha256').update(account).digest('base64url');
}
