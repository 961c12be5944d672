import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';

/**
 * The member in whose name a key is made or rotated: owner or active admin, with the right
 * `schnittstellen` (D50). Nobody named: the owner.
 */
export async function keyCreator({ db }: Call, memberId: string | undefined): Promise<string> {
  const creator = await db.row<{ id: string }>(
    `select m.id from member m
     where m.tenant_id = $1 and m.status = 'active' and m.role in ('owner', 'admin')
       and 'schnittstellen' = any (m.rights)
       and case when $2::text is null then m.role = 'owner' else m.id = $2 end`,
    [memberId],
  );
  if (creator) return creator.id;
  throw new ApiError('validation_error', {
    field: 'created_by',
    detail: 'created_by must be an active admin or the owner, with the right schnittstellen.',
  });
}
