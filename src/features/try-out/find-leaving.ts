import type { MemberCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Trigger } from './try-out.schema.ts';

/** The member who leaves: the chosen one, or the one who joined last. */
export async function findLeaving(
  { db, prisma }: MemberCall,
  { member_id }: Pick<Trigger, 'member_id'>,
): Promise<string> {
  if (member_id !== undefined) return member_id;
  const newest = await prisma.member.findFirst({
    where: { tenant_id: db.tenantId, role: 'member', status: { not: 'removed' } },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  if (!newest) throw new ApiError('not_found', { because: 'nobody_to_remove' });
  return newest.id;
}
