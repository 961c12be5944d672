import { createHash } from 'node:crypto';
import { rateSubject } from '../../auth/ip-range.ts';
import type { ControlTransaction } from '../../db/control-db.ts';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';

/** The window begins with the first failure. Attempts above the limit are refused until it ends. */
const WINDOW_MS = 15 * 60_000;

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
export async function takeBackAttempt(
  db: ControlTransaction,
  { subjects }: Attempt,
  how: 'succeeded' | 'not looked at',
): Promise<void> {
  await db.rows(
    `update sign_in_throttle t set failures = case
       when $2 and split_part(t.subject, ':', 1) not in ('account', 'address') then 0
       else greatest(0, t.failures - 1) end
     where t.subject in (
       select s.subject from sign_in_throttle s where s.subject = any ($1)
       order by s.subject for update)`,
    [subjects, how === 'succeeded'],
  );
}

async function charge({ db, now }: Visit, buckets: Bucket[]): Promise<Attempt> {
  const subjects = buckets.map(({ subject }) => subject).sort();
  const rows = await db.rows<{ subject: string; failures: number }>(
    `insert into sign_in_throttle as t (subject, started_at, failures)
     select s, $2::timestamptz, 1 from unnest($1::text[]) s order by s collate "C"
     on conflict (subject) do update set
       started_at = case when t.started_at <= $3 then excluded.started_at else t.started_at end,
       failures = case when t.started_at <= $3 then 1 else least(t.failures, 1000000) + 1 end
     returning t.subject, t.failures`,
    [subjects, now, new Date(now.getTime() - WINDOW_MS)],
  );
  const failures = new Map(rows.map((row) => [row.subject, row.failures]));
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
