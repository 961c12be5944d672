import type { Call } from '../../operation/call.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { endCommandLinesOfMember } from '../command-line/end-command-lines.ts';
import { endViewsOfMember } from '../saved-views/saved-views.ts';
import { raiseEvent } from '../webhooks/raise-event.ts';
import { keepAnActiveAdmin } from './rules/keep-an-active-admin.ts';
import { lockInvited, lockMember, refuseOwner } from './rules/lock-member.ts';
import { requireAdminCreator } from './rules/require-admin-creator.ts';

/** Ends the membership and revokes its assignments (spec, Members 5; D109). */
export async function removeMember(call: Call, memberId: string): Promise<Ok> {
  const { db, now } = call;
  const member = await lockMember(call, memberId);
  // The removal of an admin also takes the role away.
  if (member.role === 'admin') await requireAdminCreator(call);
  refuseOwner(member);
  await keepAnActiveAdmin(async () => {
    await db.update('member', memberId, { status: 'removed', removed_at: now });
    await db.sendCollected();
  });
  await endCommandLinesOfMember(db, member.user_id);
  await endViewsOfMember(db, member.user_id);
  await db.write(
    `update assignment a set status = 'revoked', updated_at = $3
     where a.tenant_id = $1 and a.member_id = $2 and a.status <> 'revoked'`,
    [memberId, now],
  );
  if (member.user_id === null) await endInvitation(call, memberId);
  await recordAudit(call, { action: 'member.removed', targetId: memberId });
  await raiseEvent(call, 'member.removed', {
    member_id: memberId,
    user_id: member.user_id,
    role: member.role,
    status: 'removed',
  });
  return { ok: true };
}

/** Removes a member who has not accepted yet: the link ends, and the seat is free. */
export async function withdrawInvitation(call: Call, memberId: string): Promise<Ok> {
  await lockInvited(call, memberId);
  return removeMember(call, memberId);
}

/** Ends the link of an invitation, and erases it in the mail if the mail is not sent yet. */
export async function endInvitation({ db, now }: Call, memberId: string): Promise<void> {
  await db.write(
    `with ended as (
       update one_time_link l set used_at = $3
       where l.tenant_id = $1 and l.member_id = $2 and l.used_at is null
       returning l.id
     )
     update mail m set sealed_link = null
     where m.tenant_id = $1 and m.sealed_link is not null
       and m.link_id = any (array(select e.id from ended e))`,
    [memberId, now],
  );
}
