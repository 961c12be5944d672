import type { PersonVisit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { chargeProof, takeBackAttempt } from './charge-attempt.ts';
import { rotateSession } from './rotate-session.ts';

/** Proves the person's identity again, for actions that require a fresh proof. */
export async function provePassword(visit: PersonVisit, password: string): Promise<Ok> {
  const { db, session, passwords } = visit;
  const person = await db.row<{ password_hash: string | null }>(
    'select p.password_hash from person p where p.id = $1',
    [session.personId],
  );
  const attempt = await chargeProof(visit, session.id);
  const { matches } = await passwords
    .verify(password, person?.password_hash ?? null)
    .catch(async (error: unknown) => {
      await takeBackAttempt(db, attempt, 'not looked at');
      throw error;
    });
  if (!matches || attempt.isLocked) throw new AppError('wrong_credentials');
  const keep = await db.transaction(async (transaction) => {
    await takeBackAttempt(transaction, attempt, 'succeeded');
    return rotateSession(visit, transaction, { proved: true });
  });
  keep();
  return { ok: true };
}
