import type { PeopleHandles } from '../../db/transaction.ts';
import { asMember } from '../../operation/as-member.ts';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import { codeOf } from '../../shared/error-code.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { keepAddress } from '../members/keep-names.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { endLinks } from './end-links.ts';
import { findLink } from './find-link.ts';
import { sendNotice } from './send-notice.ts';

const UNIQUE_VIOLATION = '23505';

/** Gives an account the address to which the link was sent, in all of the person's teams. */
export async function confirmEmailChange(visit: Visit, token: string): Promise<Ok> {
  const link = await findLink(visit, token);
  const { person_id: personId, email: newEmail } = link;
  if (link.purpose !== 'email_change' || personId === null) throw new AppError('link_invalid');
  try {
    await visit.transaction(async (...handles) => {
      const [prisma, , addJob] = handles;
      // All other links of the person end too: they were sent to the old address.
      const used = await endLinks(prisma, visit.now, { person_id: personId });
      if (!used.has(link.id)) throw new AppError('link_invalid');
      const where = { id: personId };
      const { email } = await prisma.person.findUniqueOrThrow({ where });
      await prisma.person.updateMany({ where, data: { email: newEmail } });
      await changeInTeams(visit, handles, { personId, email, newEmail });
      const details = { old_email: email, new_email: newEmail };
      await recordSecurity(visit, prisma, { personId, kind: 'email_changed', details });
      const at = visit.now.toISOString();
      await sendNotice(addJob, { kind: 'email_changed', person: personId, email, newEmail, at });
    });
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
    const detail = 'Another account, or another member of one of your teams, has this address.';
    throw new ApiError('conflict', { detail });
  }
  return { ok: true };
}

type Change = { personId: string; email: string; newEmail: string };

/** A team knows its members by address too: for its list, its mails and its invitations. */
async function changeInTeams(
  { now, requestId, ip }: Visit,
  [people, inTeam]: PeopleHandles,
  { personId, email, newEmail }: Change,
): Promise<void> {
  const teams = await people.personTeam.findMany({
    where: { person_id: personId },
    include: { tenant: true },
    orderBy: { tenant_id: 'asc' },
  });
  for (const { tenant_id, tenant: team } of teams) {
    const call = { ...inTeam(tenant_id), now, requestId, ip };
    const [member] = await call.prisma.member.updateManyAndReturn({
      where: { tenant_id, user_id: personId, status: 'active' },
      data: { email: newEmail },
    });
    if (!member) continue;
    await keepAddress(call.db, { memberId: member.id, email, until: now });
    const own = asMember(call, { personId, member, team });
    await recordAudit(own, { action: 'member.email_changed', targetId: member.id });
  }
}
