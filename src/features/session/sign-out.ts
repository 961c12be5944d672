import type { PersonVisit } from '../../operation/call.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordSecurity } from '../security-log/record-security.ts';

/** Makes the token invalid, also for anyone who has stolen it. */
export async function signOut(visit: PersonVisit): Promise<Ok> {
  const { db, session, browser } = visit;
  await db.transaction(async (transaction) => {
    await transaction.row('delete from session s where s.id = $1', [session.id]);
    const { personId } = session;
    await recordSecurity(visit, transaction, { personId, kind: 'signed_out' });
  });
  browser.keepSession(null);
  return { ok: true };
}
