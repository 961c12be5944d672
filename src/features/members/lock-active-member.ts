import type { Call } from '../../auth/call.ts';

/** The active member with this user id, who cannot be removed before this transaction has ended. */
export async function lockActiveMember({ db }: Call, userId: string): Promise<string | undefined> {
  const member = await db.row<{ id: string }>(
    `select m.id from member m
     where m.tenant_id = $1 and m.user_id = $2 and m.status = 'active' for share`,
    [userId],
  );
  return member?.id;
}
