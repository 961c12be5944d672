import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordSecurity } from '../security-log/record-security.ts';

/** Ends one of the person's own sessions, on any device. */
export async function revokeSession(visit: PersonVisit, sessionId: string): Promise<Ok> {
  const { db, session, browser } = visit;
  const { personId } = session;
  await db.transaction(async (transaction) => {
    const revoked = await transaction.row(
      'delete from session s where s.id = $1 and s.person_id = $2 returning s.id',
      [sessionId, personId],
    );
    if (!revoked) throw new ApiError('not_found');
    await recordSecurity(visit, transaction, { personId, kind: 'sessions_revoked' });
  });
  if (sessionId === session.id) browser.keepSession(null);
  return { ok: true };
}
