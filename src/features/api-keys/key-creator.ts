import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';

/**
 * The member in whose name a key is made or rotated: the owner, or an active admin with the right
 * `schnittstellen` (D50). In the app this is the person who calls. The operator may name a member.
 * If the operator names none, it is the owner.
 */
export async function keyCreator(
  { actor, db }: PrismaCall,
  named: string | undefined,
): Promise<string> {
  const id = actor.kind === 'user' ? actor.memberId : named;
  const creator = await db.home.row<{ id: string }>(
    `select m.id from member m
     where m.tenant_id = $1 and m.status = 'active' and case when $2::text is null then m.role = 'owner'
       else m.id = $2 and (m.role = 'owner' or (m.role = 'admin' and 'schnittstellen' = any (m.rights)))
       end`,
    [id ?? null],
  );
  if (creator) return creator.id;
  throw new ApiError('validation_error', {
    field: 'created_by',
    detail: 'created_by must be the owner, or an active admin with the right schnittstellen.',
  });
}
