import type { MemberCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { findOrMakePerson } from '../account/find-or-make-person.ts';
import { isSandbox } from '../sandboxes/is-sandbox.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { lockInvited } from './rules/lock-member.ts';

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
