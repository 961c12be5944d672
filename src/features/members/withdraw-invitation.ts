import type { Call } from '../../operation/call.ts';
import type { Ok } from '../../shared/ok.ts';
import { removeMember } from './remove-member.ts';
import { lockInvited } from './rules/lock-member.ts';

/** Removes a member who has not accepted yet: the link ends, and the seat is free. */
export async function withdrawInvitation(call: Call, memberId: string): Promise<Ok> {
  await lockInvited(call, memberId);
  return removeMember(call, memberId);
}
