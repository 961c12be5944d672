import type { z } from 'zod';
import { hashToken } from '../../auth/token.ts';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { chargeSignIn, takeBackAttempt } from './charge-attempt.ts';
import type { signInInput } from './session.schema.ts';
import { startSession } from './start-session.ts';

type Account = { id: string; password_hash: string | null; knows_device: boolean };

/**
 * A wrong password, an unknown address and a locked one run the same statements and one argon2 each,
 * and get the same answer.
 */
export async function signIn(
  visit: Visit,
  { email, password }: z.output<typeof signInInput>,
): Promise<Ok> {
  const { db, browser, passwords } = visit;
  const device = browser.device === undefined ? null : hashToken(browser.device);
  const account = await db.row<Account>(
    `select p.id, p.password_hash, d.person_id is not null as knows_device
     from person p left join known_device d on d.person_id = p.id and d.token_hash = $2
     where p.email = $1`,
    [email, device],
  );
  const knownDevice = account?.knows_device ? device : null;
  const attempt = await chargeSignIn(visit, { email, knownDevice });
  const verdict = await passwords
    .verify(password, account?.password_hash ?? null)
    .catch(async (error: unknown) => {
      await takeBackAttempt(db, attempt, 'not looked at');
      throw error;
    });
  if (!account || !verdict.matches || attempt.isLocked) throw new AppError('wrong_credentials');
  const renewed = verdict.isDated ? await passwords.hash(password) : null;
  await startSession(visit, { personId: account.id }, async (transaction) => {
    await takeBackAttempt(transaction, attempt, 'succeeded');
    if (renewed === null) return;
    await transaction.row('update person p set password_hash = $2 where p.id = $1', [
      account.id,
      renewed,
    ]);
  });
  return { ok: true };
}
