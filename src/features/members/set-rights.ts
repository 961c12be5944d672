import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { refuseStale, versionOf } from '../../shared/schema/edit-version.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/require-unchanged.ts';
import { endCommandLinesOfMember } from '../command-line/end-command-lines.ts';
import type { MemberRights, SetRightsInput } from './members-in-app.schema.ts';

/** Grants these rights to an admin and takes away all others. The owner has all rights. */
export async function setRights(
  call: PrismaCall,
  { member_id: id, version, rights: requested }: SetRightsInput,
): Promise<MemberRights> {
  const { db, prisma } = call;
  const rights = [...new Set(requested)].sort();
  const key = { tenant_id: db.tenantId, id };
  const member = await prisma.member.findFirst({
    where: { ...key, status: { not: 'removed' } },
    select: { role: true, rights: true, user_id: true },
  });
  if (!member) throw new ApiError('not_found');
  if (member.role === 'owner') throw new ApiError('owner', { because: 'owner_has_all_rights' });
  await requireUnchanged(call, { id, fields: { rights: member.rights }, version });
  if (rights.join() === member.rights.toSorted().join()) return answerOf(member.rights);
  const { count } = await prisma.member.updateMany({
    where: {
      ...key,
      status: { not: 'removed' },
      rights: { equals: member.rights },
      // Only admins can be granted a right, but a right can be taken from anyone.
      ...(rights.length > 0 ? { role: 'admin' } : {}),
    },
    data: { rights },
  });
  if (count === 0 && member.role === 'member') {
    throw new ApiError('validation_error', {
      field: 'rights',
      because: 'rights_for_admins_alone',
    });
  }
  // Another change has come first.
  if (count === 0) refuseStale(['rights']);
  if (!rights.includes('schnittstellen')) await endCommandLinesOfMember(db, member.user_id);
  await recordAudit(call, {
    action: 'member.rights_changed',
    targetId: id,
    changes: { rights },
    before: { rights: member.rights },
  });
  return answerOf(rights);
}

function answerOf(rights: string[]): MemberRights {
  return { rights, version: versionOf({ rights }) };
}
