import { asMember, type UnsignedCall } from '../../operation/as-member.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Language } from '../../shared/language/language.ts';
import { recordAudit } from '../audit-log/record-audit.ts';

type Invited = {
  memberId: string;
  personId: string;
  email: string;
  /** The language of an account that there was before. Missing: that of the invitation stays. */
  lang?: Language;
};

/**
 * Makes an invited member active. This raises no event: the invitation has already raised
 * `member.joined` (D104).
 */
export async function acceptInvitation(
  call: UnsignedCall,
  { memberId: id, personId, email, lang }: Invited,
): Promise<void> {
  const { db, prisma, now } = call;
  const { tenantId: tenant_id } = db;
  const team = await prisma.tenant.findUnique({ where: { id: tenant_id } });
  if (!team || team.status === 'ended') throw new AppError('link_invalid');
  if (team.status === 'suspended') throw new AppError('team_suspended');
  const active = { tenant_id, user_id: personId, status: 'active' };
  if ((await prisma.member.count({ where: active })) > 0) {
    throw new ApiError('conflict', { because: 'already_member' });
  }
  const [member] = await prisma.member.updateManyAndReturn({
    where: { tenant_id, id, status: 'invited', email },
    data: { status: 'active', user_id: personId, joined_at: now, ...(lang ? { lang } : {}) },
  });
  // Somebody has just withdrawn the invitation, or another request has accepted it.
  if (!member) throw new AppError('link_invalid');
  // The members of a sandbox are no people.
  if (team.sandbox_of === null) {
    const belonging = { tenant_id, person_id: personId };
    await prisma.personTeam.createMany({ data: [belonging], skipDuplicates: true });
  }
  const own = asMember(call, { personId, member, team });
  await recordAudit(own, { action: 'member.accepted', targetId: id });
}
