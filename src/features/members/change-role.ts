import type { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import type { Call } from '../../operation/call.ts';
import { JsonText } from '../../shared/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { getMember } from './get-member.ts';
import { keepingAnAdmin } from './keeping-an-admin.ts';
import { lockMember } from './lock-member.ts';
import { type changeRoleInput, type Member, memberShape } from './members.schema.ts';
import { refuseOwner } from './refuse-owner.ts';
import { requireAdminCreator } from './require-admin-creator.ts';

/** The role that a member already has is no change and needs no right (D110). */
export async function changeRole(
  call: Call,
  { member_id, role }: z.output<typeof changeRoleInput>,
): Promise<JsonText<Member>> {
  const { db, actor } = call;
  const member = await lockMember(call, member_id);
  if (member.role === role) return getMember(call, member_id);
  // One of the two is `admin`, unless the target is the owner.
  if (role === 'admin' || member.role === 'admin') await requireAdminCreator(call);
  refuseOwner(member);
  const row = await keepingAnAdmin(() =>
    db.write<{ json: string }>(
      `with m as (
         update member m set role = $3 where m.tenant_id = $1 and m.id = $2 returning m.*
       )
       select ${asJson(memberShape(actor))} from m`,
      [member_id, role],
    ),
  );
  if (!row) throw new Error('The member has vanished while it was locked');
  await recordAudit(call, {
    action: 'member.role_changed',
    targetId: member_id,
    changes: { role },
  });
  return new JsonText(row.json);
}
