import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';

/**
 * The member in whose name a key is made or rotated: the owner, or an active admin with the right
 * `schnittstellen` (D50). In the app this is the person who calls. The operator may name a member.
 * If the operator names none, it is the owner.
 */
export async function keyCreator(
  { actor, db, prisma }: PrismaCall,
  named: string | undefined,
): Promise<string> {
  const id = actor.kind === 'user' ? actor.memberId : named;
  const allowed = [{ role: 'owner' }, { role: 'admin', rights: { has: 'schnittstellen' } }];
  const creator = await prisma.member.findFirst({
    where: {
      tenant_id: db.tenantId,
      status: 'active',
      OR: allowed,
      AND: [id === undefined ? { role: 'owner' } : { id }],
    },
    select: { id: true },
  });
  if (creator) return creator.id;
  throw new ApiError('validation_error', {
    field: 'created_by',
    detail: 'created_by must be the owner, or an active admin with the right schnittstellen.',
  });
}
