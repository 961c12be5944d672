import type { Call } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors.ts';

/** Locks the active member with this user id until this transaction ends, so that a removal waits. */
export async function lockActiveMember({ db }: Call, userId: string): Promise<string> {
  const member = await db.row<{ id: string }>(
    `select m.id from member m
     where m.tenant_id = $1 and m.user_id = $2 and m.status = 'active' for share`,
    [userId],
  );
  if (!member) throw new ApiError('not_found', { because: 'no_active_member' });
  return member.id;
}

/** Locks the active members with these user ids, always in the same order. Returns the member id of each. */
export async function lockActiveMembers(
  { db }: Call,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const members = await db.rows<{ id: string; user_id: string }>(
    `select m.id, m.user_id from member m
     where m.tenant_id = $1 and m.user_id = any ($2) and m.status = 'active'
     order by m.id for share`,
    [userIds],
  );
  return new Map(members.map(({ id, user_id }) => [user_id, id]));
}
