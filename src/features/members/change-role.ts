import type { z } from 'zod';
import type { Call } from '../../operation/call.ts';
import type { JsonText } from '../../shared/json/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/require-unchanged.ts';
import { endCommandLinesOfMember } from '../command-line/end-command-lines.ts';
import { getMember } from './list-members.ts';
import type { changeRoleInput, Member } from './members.schema.ts';
import { keepAnActiveAdmin } from './rules/keep-an-active-admin.ts';
import { lockMember, refuseOwner } from './rules/lock-member.ts';
import { requireAdminCreator } from './rules/require-admin-creator.ts';

/**
 * Changes the role of a member. If the member has the role already, nothing changes and no right is
 * needed (D110).
 *
 * A demoted admin has the rights of a member from the next request on: each request reads the role again
 * (`auth/session.ts`) and compares it with the right (`auth/require-right.ts`). `schnittstellen` ends too. The
 * sessions stay, without their fresh proof. An export that runs ends at its next piece (`trpc/export/`). The
 * keys that the person has made still work, but they can no longer give or take the role of admin
 * (`rules/require-admin-creator.ts`).
 */
export async function changeRole(
  call: Call,
  { member_id, role }: z.output<typeof changeRoleInput>,
  version?: string,
): Promise<JsonText<Member>> {
  const { db } = call;
  const member = await lockMember(call, member_id);
  await requireUnchanged(call, { id: member_id, fields: { role: member.role }, version });
  if (member.role === role) return getMember(call, member_id);
  // The old or the new role is `admin`. A change of the owner is refused below.
  if (role === 'admin' || member.role === 'admin') await requireAdminCreator(call);
  refuseOwner(member);
  const changed = await keepAnActiveAdmin(async () => {
    await db.update('member', member_id, { role, ...(role === 'member' ? { rights: [] } : {}) });
    return getMember(call, member_id);
  });
  if (role === 'member') await endCommandLinesOfMember(db, member.user_id);
  await recordAudit(call, {
    action: 'member.role_changed',
    targetId: member_id,
    changes: { role },
    before: { role: member.role },
  });
  return changed;
}
