import type { z } from 'zod';
import { hashToken } from '../../auth/token.ts';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { chargeSignIn, takeBackAttempt } from './charge-attempt.ts';
import type { signInInput } from './session.schema.ts';
import { startSession } from './start-session.ts';

/**
 * A wrong password, an unknown address and a locked one run the same statements and one argon2 each,
 * and get the same answer.
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
  const knownDevice = await findKnownDevice(visit, account?.id ?? '');
  const attempt = await chargeSignIn(visit, { email, knownDevice });
  const verdict = await passwords
    .verify(password, account?.password_hash ?? null)
    .catch(async (error: unknown) => {
      await takeBackAttempt(visit, attempt, 'not looked at');
      throw error;
    });
  if (!account || !verdict.matches || attempt.isLocked) throw new AppError('wrong_credentials');
  const renewed = verdict.isDated ? await passwords.hash(password) : null;
  await takeBackAttempt(visit, attempt, 'succeeded');
  await startSession(visit, { personId: account.id }, async (prisma) => {
    // Locks the person. The password may have been changed since it was compared, and all sessions ended.
    const { count } = await prisma.person.updateMany({
      where: { id: account.id, password_hash: account.password_hash },
      data: renewed === null ? { id: account.id } : { password_hash: renewed },
    });
    if (count === 0) throw new AppError('wrong_credentials');
  });
  return { ok: true };
}

/** Looks also for a person who does not exist, so that both cost the same. */
async function findKnownDevice(
  { prisma, browser }: Visit,
  personId: string,
): Promise<Buffer<ArrayBuffer> | null> {
  if (browser.device === undefined) return null;
  const token_hash = hashToken(browser.device);
  const known = await prisma.knownDevice.findUnique({
    where: { person_id_token_hash: { person_id: personId, token_hash } },
    select: { person_id: true },
  });
  return known && token_hash;
}
