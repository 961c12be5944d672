import type { PersonVisit } from '../../operation/call.ts';
import { endCommandLines } from '../command-line/end-command-lines.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { rotateSession } from './rotate-session.ts';

/**
 * Ends all sessions of the person except this one, and also copies of its token. The command lines
 * of the person end too.
 */
export async function revokeOtherSessions(visit: PersonVisit): Promise<{ revoked: number }> {
  const { session, transaction } = visit;
  const { personId } = session;
  const { revoked, keep } = await transaction(
    async (prisma, _inTeam, _addJob, _drop, lockPerson) => {
      await lockPerson(personId);
      const { count } = await prisma.session.deleteMany({
        where: { person_id: personId, id: { not: session.id } },
      });
      const ended = await endCommandLines(prisma, personId);
      if (count + ended > 0)
        await recordSecurity(visit, prisma, { personId, kind: 'sessions_revoked' });
      const keep = await rotateSession(visit, prisma, { endsFormer: true });
      return { revoked: count, keep };
    },
  );
  keep();
  return { revoked };
}
