import { rateNetworks } from '../../auth/ip-range.ts';
import type { CountedSoFar } from '../../auth/sign-in-throttle.ts';
import type { PersonVisit, Visit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { askToNote } from '../security-log/note-attempt.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { hashed, secondsTo } from '../session/charge-attempt.ts';
import { findDevice } from '../session/find-device.ts';

/**
 * Asks the worker to send a link to the person with this address. Only the worker looks for the
 * person, so neither the answer nor its time tells whether there is one. Too many requests get the
 * same answer.
 */
export async function requestReset(visit: Visit, email: string): Promise<Ok> {
  const at = visit.now.toISOString();
  if (!(await chargeMail(visit, 'reset', await askerOf(visit, email)))) {
    await visit.transaction(async ({ addJob }) => {
      await addJob('mail.account', { kind: 'password_reset', email, at });
      await askToNote(visit, addJob, { kind: 'reset_requested', email });
    });
  }
  return { ok: true };
}

/**
 * Returns the name under which the request is counted. A request from a browser in which the person has
 * signed in before is counted apart, so that others cannot use up the requests of that person.
 */
async function askerOf(visit: Visit, email: string): Promise<string> {
  if (visit.browser.device === undefined) return email;
  const where = { email };
  const person = await visit.prisma.person.findUnique({ where, select: { id: true } });
  const device = await findDevice(visit, person?.id ?? '');
  return device ? `${email} ${device.toString('base64url')}` : email;
}

/**
 * Asks the worker to send a link to the new address. Only the person who opens the link learns
 * whether another account has the address.
 */
export async function requestEmailChange(visit: PersonVisit, newEmail: string): Promise<Ok> {
  const { session, now } = visit;
  const { personId, email } = session;
  if (newEmail === email) {
    throw new ApiError('validation_error', { field: 'email', because: 'same_address' });
  }
  const refused = await chargeMail(visit, 'new_address', personId);
  if (refused) {
    throw new ApiError('rate_limited', {
      because: 'too_many_new_addresses',
      retryAfter: secondsTo(refused, visit),
    });
  }
  const at = now.toISOString();
  await visit.transaction(async ({ prisma, addJob }) => {
    const details = { new_email: newEmail };
    await recordSecurity(visit, prisma, { personId, kind: 'email_change_requested', details });
    await addJob('mail.account', { kind: 'email_change', person: personId, email, newEmail, at });
  });
  return { ok: true };
}

/**
 * How many mails may be asked for: from one address and for one account within a quarter of an
 * hour, and for one account within a day.
 */
const limits = {
  reset: { byAddress: 30, own: 3, day: 10 },
  new_address: { byAddress: 100, own: 5, day: 20 },
} as const;

/** Counts a request for a mail about an account. If there were too many, returns the error for the caller. */
async function chargeMail(
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
