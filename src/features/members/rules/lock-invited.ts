import type { Call } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors.ts';
import { type LockedMember, lockMember } from './lock-member.ts';

/** Locks a member who is still invited, so that an acceptance at the same time waits. */
export async function lockInvited(call: Call, id: string): Promise<LockedMember> {
  const member = await lockMember(call, id);
  if (member.status !== 'invited') {
    throw new ApiError('conflict', { detail: 'The member has accepted the invitation.' });
  }
  return member;
}
