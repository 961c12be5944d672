import type { PersonVisit } from '../../operation/call.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordSecurity } from '../security-log/record-security.ts';

/** The token works no more, whoever else has it. */
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
