import { hashToken } from '../../auth/token.ts';
import type { PersonVisit } from '../../operation/call.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { endCommandLines } from '../command-line/end-command-lines.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { chargeOwn } from '../session/charge-attempt.ts';
import { rotateSession } from '../session/rotate-session.ts';
import { passkeyNames } from './end-access.ts';
import { endLinks } from './end-links.ts';
import { keepFormerPassword } from './keep-former.ts';
import { requireGoodPassword } from './require-good-password.ts';

/** Sets a new password. All other sessions, known browsers and command lines end, and all links of the person. */
export async function changePassword(visit: PersonVisit, password: string): Promise<Ok> {
  const { session, now, passwords, browser } = visit;
  const { personId, email } = session;
  await requireGoodPassword(visit, password, { personId });
  const takeBack = await chargeOwn(visit, 'password_used', personId);
  const password_hash = await passwords
    .hash(password, { queue: 'signed_in', name: personId })
    .catch(async (error: unknown) => {
      await takeBack();
      throw error;
    });
  const keep = await visit.transaction(async ({ prisma, addJob }) => {
    await keepFormerPassword(visit, prisma);
    await prisma.person.updateMany({
      where: { id: personId },
      data: { password_hash, password_changed_at: now },
    });
    await endLinks(prisma, now, { person_id: personId });
    await prisma.session.deleteMany({
      where: { person_id: personId, id: { not: session.id } },
    });
    await prisma.knownDevice.deleteMany({
      where: { person_id: personId, token_hash: { not: hashToken(browser.device ?? '') } },
    });
    await endCommandLines(prisma, personId);
    await recordSecurity(visit, prisma, { personId, kind: 'password_changed' });
    const left = await passkeyNames(prisma, personId);
    const what = { person: personId, email, removed: [], left, at: now.toISOString() };
    await addJob('mail.account', { kind: 'password_changed', ...what });
    return rotateSession(visit, prisma, { proved: true, endsFormer: true });
  });
  keep();
  return { ok: true };
}
