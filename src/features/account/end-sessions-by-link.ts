import type { Visit } from '../../operation/call.ts';
import type { Ok } from '../../shared/ok.ts';
import { endCommandLines } from '../command-line/end-command-lines.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { findFormerAddress } from './find-former-address.ts';

/**
 * Ends all sessions and command lines of an account whose address was changed. The link alone can do no more. The
 * link stays valid, so that the person can undo the change with a proof.
 */
export async function endSessionsByLink(visit: Visit, token: string): Promise<Ok> {
  const { personId } = await findFormerAddress(visit, token);
  await visit.transaction(async (prisma, _inTeam, _addJob, _drop, lockPerson) => {
    await lockPerson(personId);
    const { count } = await prisma.session.deleteMany({ where: { person_id: personId } });
    const ended = await endCommandLines(prisma, personId);
    if (count + ended > 0)
      await recordSecurity(visit, prisma, { personId, kind: 'sessions_revoked' });
  });
  if (visit.session?.personId === personId) visit.browser.keepSession(null);
  return { ok: true };
}
