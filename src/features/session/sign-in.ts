import type { z } from 'zod';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import type { AnsweredChallenge } from '../passkeys/passkeys.schema.ts';
import { checkPasskey } from '../passkeys/rules/check-passkey.ts';
import { askToNote } from '../security-log/note-attempt.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { chargeOwn, chargeSignIn, takeBackAttempt } from './charge-attempt.ts';
import { findDevice } from './find-device.ts';
import type { signInInput } from './session.schema.ts';
import { startSession } from './start-session.ts';

/**
 * Signs in with a password. For a wrong password, an unknown address and a locked address, the service runs
 * the same statements, computes one argon2 hash, and gives the same answer.
 */
export async function signIn(
  visit: Visit,
  { email, password }: z.output<typeof signInInput>,
): Promise<Ok> {
  const { prisma, passwords } = visit;
  const account = await prisma.person.findUnique({
    where: { email },
    select: { id: true, password_hash: true },
  });
  const personId = account?.id ?? '';
  const device = await findDevice(visit, personId);
  const attempt = await chargeSignIn(visit, { email, personId, device });
  // Strangers can fill the queue of sign-ins. They do not have the browsers in which people have signed in.
  const queue = { queue: device ? 'signed_in' : 'sign_in', name: attempt.own } as const;
  const verdict = await passwords
    .verify(password, account?.password_hash ?? null, queue)
    .catch(async (error: unknown) => {
      await takeBackAttempt(visit, attempt, 'unchecked');
      throw error;
    });
  if (!account || !verdict.matches || attempt.isLocked) {
    await visit.transaction(({ addJob }) =>
      askToNote(visit, addJob, { kind: 'sign_in_failed', email }),
    );
    throw new AppError('wrong_credentials');
  }
  const renewed = verdict.isDated ? await passwords.hash(password, queue) : null;
  await takeBackAttempt(visit, attempt, 'succeeded');
  await chargeOwn(visit, 'signed_in', account.id);
  await startSession(visit, {}, async ({ prisma }) => {
    // This locks the person. Since the password was compared, somebody may have changed it and
    // ended all sessions.
    const { count } = await prisma.person.updateMany({
      where: { id: account.id, password_hash: account.password_hash },
      data: renewed === null ? { id: account.id } : { password_hash: renewed },
    });
    if (count === 0) throw new AppError('wrong_credentials');
    return account.id;
  });
  return { ok: true };
}

/**
 * Signs in with a passkey. Failed passwords do not count here, so a passkey also opens a locked
 * account.
 */
export async function signInWithPasskey(visit: Visit, answered: AnsweredChallenge): Promise<Ok> {
  const use = { purpose: 'sign_in', personId: null } as const;
  const { personId, name } = await checkPasskey(visit, use, answered);
  await chargeOwn(visit, 'signed_in', personId);
  await startSession(visit, {}, async ({ prisma, lockPerson }) => {
    await lockPerson(personId);
    // Since it was checked, a reset may have removed the passkey and ended all sessions.
    const own = { id: answered.response.id, person_id: personId };
    if ((await prisma.passkey.count({ where: own })) === 0) throw new AppError('passkey_refused');
    await recordSecurity(visit, prisma, { personId, kind: 'passkey_used', details: { name } });
    return personId;
  });
  visit.browser.keepCeremony(null);
  return { ok: true };
}
