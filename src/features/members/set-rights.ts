import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import type { SetRightsInput } from './directory.schema.ts';

/** Grants an admin these rights and takes the others. The owner has all of them. */
export async function setRights(
  call: PrismaCall,
  { member_id: id, rights: given }: SetRightsInput,
): Promise<Ok> {
  const { db, prisma } = call;
  const rights = [...new Set(given)].sort();
  const of = { tenant_id: db.tenantId, id };
  const member = await prisma.member.findFirst({
    where: { ...of, status: { not: 'removed' } },
    select: { role: true, rights: true },
  });
  if (!member) throw new ApiError('not_found');
  if (member.role === 'owner') throw new ApiError('owner', { detail: 'The owner has all rights.' });
  if (rights.join() === member.rights.toSorted().join()) return { ok: true };
  const { count } = await prisma.member.updateMany({
    where: {
      ...{ ...of, status: { not: 'removed' }, rights: { equals: member.rights } },
      // Rights can be taken from anyone.
      ...(rights.length > 0 ? { role: 'admin' } : {}),
    },
    data: { rights },
  });
  if (count === 0 && member.role === 'member') {
    throw new ApiError('validation_error', {
      field: 'rights',
      detail: 'Only an admin can have rights beside the role.',
    });
  }
  if (count === 0) throw new ApiError('conflict', { detail: 'The member has just been changed.' });
  await recordAudit(call, { action: 'member.rights_changed', targetId: id, changes: { rights } });
  return { ok: true };
}
