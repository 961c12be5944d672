import type { PersonVisit } from '../../operation/call.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordSecurity } from '../security-log/record-security.ts';

/** Makes the token invalid, even for somebody who has stolen it. */
export async function signOut(visit: PersonVisit): Promise<Ok> {
  const { session, browser, transaction } = visit;
  await transaction(async (prisma) => {
    await prisma.session.deleteMany({ where: { id: session.id } });
    const { personId } = session;
    await recordSecurity(visit, prisma, { personId, kind: 'signed_out' });
  });
  browser.keepSession(null);
  return { ok: true };
}
