import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import type { Ok } from '../../shared/ok.ts';
import type { AnsweredChallenge } from '../passkeys/passkeys.schema.ts';
import { checkPasskey } from '../passkeys/rules/check-passkey.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { chargeOwn } from './charge-attempt.ts';
import { startSession } from './start-session.ts';

/**
 * Signs in with a passkey. Failed passwords do not count here, so a passkey also opens a locked
 * account (P102).
 */
export async function signInWithPasskey(visit: Visit, answered: AnsweredChallenge): Promise<Ok> {
  const use = { purpose: 'sign_in', personId: null } as const;
  const { personId, name } = await checkPasskey(visit, use, answered);
  await chargeOwn(visit, 'signed_in', personId);
  await startSession(visit, {}, async (prisma, _inTeam, _addJob, _drop, lockPerson) => {
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
