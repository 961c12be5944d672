import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';

/**
 * The member in whose name a key is made or rotated: the owner or an active admin, with the right
 * `schnittstellen` (D50). Without a name, the owner.
 */
export async function keyCreator(
  { db, prisma }: PrismaCall,
  memberId: string | undefined,
): Promise<string> {
  const named = memberId === undefined ? { role: 'owner' } : { id: memberId };
  const creator = await prisma.member.findFirst({
    where: {
      tenant_id: db.tenantId,
      status: 'active',
      rights: { has: 'schnittstellen' },
      AND: [{ role: { in: ['owner', 'admin'] } }, named],
    },
    select: { id: true },
  });
  if (creator) return creator.id;
  throw new ApiError('validation_error', {
    field: 'created_by',
    detail: 'created_by must be the owner, or an active admin with the right schnittstellen.',
  });
}
