import type { PersonVisit } from '../../operation/call.ts';
import { recordSecurity } from '../security-log/record-security.ts';

/** Ends all sessions of the person except this one. */
export async function revokeOtherSessions(visit: PersonVisit): Promise<{ revoked: number }> {
  const { session, transaction } = visit;
  const { personId } = session;
  const revoked = await transaction(async (prisma) => {
    const { count } = await prisma.session.deleteMany({
      where: { person_id: personId, id: { not: session.id } },
    });
    if (count > 0) await recordSecurity(visit, prisma, { personId, kind: 'sessions_revoked' });
    return count;
  });
  return { revoked };
}
