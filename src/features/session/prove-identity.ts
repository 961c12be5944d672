import type { PersonVisit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import type { AnsweredChallenge } from '../passkeys/passkeys.schema.ts';
import { checkPasskey } from '../passkeys/rules/check-passkey.ts';
import { askToNote } from '../security-log/note-attempt.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { chargeProof, takeBackAttempt } from './charge-attempt.ts';
import { rotateSession } from './rotate-session.ts';

/** Proves the person's identity again, for actions that require a fresh proof. */
export async function provePassword(visit: PersonVisit, password: string): Promise<Ok> {
  const { prisma, session, passwords } = visit;
  const person = await prisma.person.findUnique({
    where: { id: session.personId },
    select: { password_hash: true },
  });
  const attempt = await chargeProof(visit, session);
  const { matches } = await passwords
    .verify(password, person?.password_hash ?? null, { queue: 'signed_in', name: session.personId })
    .catch(async (error: unknown) => {
      await takeBackAttempt(visit, attempt, 'unchecked');
      throw error;
    });
  if (!matches || attempt.isLocked) {
    const { email } = session;
    await visit.transaction(({ addJob }) =>
      askToNote(visit, addJob, { kind: 'proof_failed', email }),
    );
    throw new AppError('wrong_credentials');
  }
  await takeBackAttempt(visit, attempt, 'succeeded');
  const keep = await rotateSession(visit, prisma, { proved: true });
  keep();
  return { ok: true };
}

/** Proves the person's identity again, as `provePassword` does with the password. */
export async function proveWithPasskey(
  visit: PersonVisit,
  answered: AnsweredChallenge,
): Promise<Ok> {
  const { personId } = visit.session;
  const { name } = await checkPasskey(visit, { purpose: 'proof', personId }, answered);
  const keep = await visit.transaction(async ({ prisma }) => {
    await recordSecurity(visit, prisma, { personId, kind: 'passkey_used', details: { name } });
    return rotateSession(visit, prisma, { proved: true });
  });
  keep();
  return { ok: true };
}
