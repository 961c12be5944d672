import type { PersonVisit } from '../../operation/call.ts';
import type { Ok } from '../../shared/ok.ts';
import type { AnsweredChallenge } from '../passkeys/passkeys.schema.ts';
import { checkPasskey } from '../passkeys/rules/check-passkey.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { rotateSession } from './rotate-session.ts';

/** Proves the person's identity again, as `provePassword` does with the password. */
export async function proveWithPasskey(
  visit: PersonVisit,
  answered: AnsweredChallenge,
): Promise<Ok> {
  const { personId } = visit.session;
  const { name } = await checkPasskey(visit, { purpose: 'proof', personId }, answered);
  const keep = await visit.transaction(async (prisma) => {
    await recordSecurity(visit, prisma, { personId, kind: 'passkey_used', details: { name } });
    return rotateSession(visit, prisma, { proved: true });
  });
  keep();
  return { ok: true };
}
