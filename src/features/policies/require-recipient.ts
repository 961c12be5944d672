import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';

/** Refuses a recipient whom POST /assignments would not find (D122, D123). Null if nobody is chosen yet. */
export async function requireRecipient(
  { db, prisma }: PrismaCall,
  id: string | null,
): Promise<void> {
  if (id === null) return;
  const member = await prisma.member.findFirst({
    where: { tenant_id: db.tenantId, id, status: { not: 'removed' } },
    select: { id: true },
  });
  if (!member) throw new ApiError('not_found', { because: 'no_such_member' });
}
