import type { PersonVisit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { changeAddress, conflictIfTaken } from './change-address.ts';
import { endLinks } from './end-links.ts';
import { findLink } from './find-link.ts';
import { keepFormerAddress } from './keep-former.ts';

/**
 * Gives an account the address to which the link was sent. This needs a session of the person: the
 * person may have mistyped the address, and somebody else may read the mail.
 */
export async function confirmEmailChange(visit: PersonVisit, token: string): Promise<Ok> {
  const { now, session } = visit;
  const { personId } = session;
  const link = await findLink(visit, token);
  if (link.purpose !== 'email_change') throw new AppError('link_invalid');
  if (link.person_id !== personId) {
    throw new AppError('forbidden', { because: 'link_for_other_account' });
  }
  const newEmail = link.email;
  const changing = visit.transaction(async (handles) => {
    const { prisma, addJob, lockPerson } = handles;
    await lockPerson(personId);
    // All other links of the person end too, because they were sent to the old address.
    const used = await endLinks(prisma, now, { person_id: personId });
    if (!used.has(link.id)) throw new AppError('link_invalid');
    const { email } = await prisma.person.findUniqueOrThrow({ where: { id: personId } });
    await keepFormerAddress(visit, prisma);
    await changeAddress(visit, handles, { personId, newEmail });
    const details = { old_email: email, new_email: newEmail };
    await recordSecurity(visit, prisma, { personId, kind: 'email_changed', details });
    const at = now.toISOString();
    await addJob('mail.account', { kind: 'email_changed', person: personId, email, newEmail, at });
  });
  await conflictIfTaken(changing);
  return { ok: true };
}
