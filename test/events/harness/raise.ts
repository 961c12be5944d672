import { raiseEvent } from '../../../src/features/webhooks/raise-event.ts';
import type { PrismaCall } from '../../../src/operation/call.ts';

export const types = ['member.joined', 'member.removed', 'training.completed'] as const;
export type Type = (typeof types)[number];

let raised = 0;

/** Raises an event whose member is its number, and returns that member's id. */
export async function raise(call: PrismaCall, type: Type): Promise<string> {
  raised += 1;
  const member_id = `mem_${raised}`;
  const user_id = 'usr_1';
  if (type === 'training.completed') {
    const data = { training_id: member_id, user_id, assignment_id: null, status: 'scored' };
    await raiseEvent(call, type, data);
  } else await raiseEvent(call, type, { member_id, user_id, role: 'member', status: 'active' });
  return member_id;
}
