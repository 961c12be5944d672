import { asMember, type UnsignedCall } from '../../operation/as-member.ts';
import type { MemberCall } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Language } from '../../shared/language.ts';
import type { Ok } from '../../shared/ok.ts';
import { findOrMakePerson } from '../account/find-or-make-person.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { isSandbox } from '../sandboxes/is-sandbox.ts';
import { lockInvited } from './rules/lock-member.ts';

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

/** Accepts an invitation in a sandbox for the invited member, because no person can do it. */
export async function acceptForTrial(call: MemberCall, memberId: string): Promise<Ok> {
  const { db, prisma } = call;
  if (!(await isSandbox(call))) throw new ApiError('conflict', { because: 'not_a_sandbox' });
  await lockInvited(call, memberId);
  const { email } = await prisma.member.findUniqueOrThrow({
    where: { tenant_id_id: { tenant_id: db.tenantId, id: memberId } },
    select: { email: true },
  });
  const personId = await findOrMakePerson(call, email);
  await acceptInvitation(call, { memberId, personId, email });
  await prisma.member.updateMany({
    where: { tenant_id: db.tenantId, id: memberId },
    data: { sandbox_name: nameIn(email) },
  });
  return { ok: true };
}

/** A name as a person would give it: `max.muster@…` is Max Muster. */
function nameIn(email: string): string {
  const words = (email.split('@', 1)[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return name === '' ? email : name;
}
