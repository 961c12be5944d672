import type { PersonVisit } from '../../operation/call.ts';
import { recordSecurity } from '../security-log/record-security.ts';

/** Ends all sessions of the person except this one. */
export async function revokeOtherSessions(visit: PersonVisit): Promise<{ revoked: number }> {
  const { db, session } = visit;
  const { personId } = session;
  const revoked = await db.transaction(async (transaction) => {
    const rows = await transaction.rows(
      'delete from session s where s.person_id = $1 and s.id <> $2 returning s.id',
      [personId, session.id],
    );
    await recordSecurity(visit, transaction, { personId, kind: 'sessions_revoked' });
    return rows.length;
  });
  return { revoked };
}
