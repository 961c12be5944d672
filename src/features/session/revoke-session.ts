import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordSecurity } from '../security-log/record-security.ts';

/** Ends one of the person's own sessions, on any device. */
export async function revokeSession(visit: PersonVisit, sessionId: string): Promise<Ok> {
  const { session, browser, transaction } = visit;
  const { personId } = session;
  await transaction(async (prisma) => {
    const { count } = await prisma.session.deleteMany({
      where: { id: sessionId, person_id: personId },
    });
    if (count === 0) throw new ApiError('not_found');
    await recordSecurity(visit, prisma, { personId, kind: 'sessions_revoked' });
  });
  if (sessionId === session.id) browser.keepSession(null);
  return { ok: true };
}
