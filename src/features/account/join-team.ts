import type { PersonVisit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import type { Language } from '../../shared/language/language.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { acceptInvitation } from '../members/accept-invitation.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { listTeams } from '../session/list-teams.ts';
import { rotateSession } from '../session/rotate-session.ts';
import { endLinks } from './end-links.ts';
import { findLink } from './find-link.ts';

/**
 * Accepts an invitation as the person who is signed in, if the invitation was sent to the address
 * of this account. From then on the person works in the new team.
 */
export async function joinTeam(visit: PersonVisit, token: string): Promise<Ok> {
  const { session, now, requestId, ip } = visit;
  const { personId } = session;
  const { id, purpose, email: invited, tenant_id, member_id } = await findLink(visit, token);
  if (purpose !== 'invitation' || tenant_id === null || member_id === null) {
    throw new AppError('link_invalid');
  }
  const keep = await visit.transaction(async (handles) => {
    const { prisma, inTeam, lockPerson } = handles;
    // Without a row to lock, the person has just removed the account in another window.
    if (!(await lockPerson(personId))) throw new AppError('not_signed_in');
    // The address is read again here, because the session was read before the lock.
    const { email, lang } = await prisma.person.findUniqueOrThrow({ where: { id: personId } });
    if (invited !== email) {
      throw new AppError('forbidden', { because: 'invitation_for_other_address' });
    }
    const used = await endLinks(prisma, now, { id });
    if (!used.has(id)) throw new AppError('link_invalid');
    const call = { ...inTeam(tenant_id), now, requestId, ip };
    await acceptInvitation(call, {
      memberId: member_id,
      personId,
      email,
      lang: lang as Language,
    });
    const details = { tenant_id };
    await recordSecurity(visit, prisma, { personId, kind: 'invitation_accepted', details });
    const teams = await listTeams(prisma, personId);
    const team = teams.find(({ tenantId }) => tenantId === tenant_id);
    if (!team) throw new Error('The person has not joined the team');
    return rotateSession(visit, prisma, { team });
  });
  keep();
  return { ok: true };
}
