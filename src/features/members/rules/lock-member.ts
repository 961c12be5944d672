import type { Call } from '../../../operation/call.ts';
import { AppError } from '../../../shared/errors/app-errors.ts';
import { ApiError } from '../../../shared/errors/errors.ts';

type LockedMember = {
  role: 'owner' | 'admin' | 'member';
  status: 'invited' | 'active';
  user_id: string | null;
  /** When the last invitation was sent. */
  invited_at: Date;
};

/** Locks a member, so that two changes of one member run one after the other. */
export async function lockMember({ db }: Call, id: string): Promise<LockedMember> {
  const member = await db.row<LockedMember>(
    `select m.role, m.status, m.user_id, coalesce(m.invited_at, m.created_at) as invited_at
     from member m
     where m.tenant_id = $1 and m.id = $2 and m.status <> 'removed' for no key update`,
    [id],
  );
  if (!member) throw new ApiError('not_found');
  return member;
}

/** Locks a member who is still invited, so that an acceptance at the same time waits. */
export async function lockInvited(call: Call, id: string): Promise<LockedMember> {
  const member = await lockMember(call, id);
  if (member.status !== 'invited') {
    throw new ApiError('conflict', { because: 'invitation_accepted' });
  }
  return member;
}

/** The owner cannot be changed or removed through the API (spec, Members 4). */
export function refuseOwner({ role }: LockedMember): void {
  if (role === 'owner') throw new ApiError('owner', { because: 'member_is_owner' });
}

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

/**
 * Locks the membership of the caller, so that a removal waits and two changes of one person run one after the other.
 * Refuses if it has ended meanwhile. A visitor of a sandbox is a member of the home team. Changes of an account lock
 * the person before the membership. They cannot wait for each other for ever: a change that waits for a lock begins
 * again (`db/team-slots.ts`).
 */
export async function lockCaller({ db }: Call, userId: string): Promise<void> {
  const member = await db.home.row(
    `select m.id from member m
     where m.tenant_id = $1 and m.user_id = $2 and m.status = 'active' for no key update`,
    [userId],
  );
  if (!member) throw new AppError('no_team');
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
