import type { z } from 'zod';
import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { CreatedJson } from '../../shared/json/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { lockRecipientAndCheck, refuseCombination } from '../catalog/rules/check-combination.ts';
import { raiseEvent } from '../webhooks/raise-event.ts';
import {
  type Assignment,
  type createAssignmentInput,
  newAssignment,
} from './assignments.schema.ts';

/**
 * Creates an assignment. The recipient may be an active or invited member or the owner (D123). For
 * other people the answer is 404 (D122).
 */
export async function createAssignment(
  call: Call,
  fields: z.output<typeof createAssignmentInput>,
): Promise<CreatedJson<Assignment>> {
  const { db, actor, now } = call;
  const { member_id } = fields;
  const member = await lockRecipientAndCheck(call, { ...fields, memberId: member_id });
  if (!member) throw new ApiError('not_found', { because: 'no_such_member' });
  refuseCombination(member.refusals);
  const id = newId('asg', now);
  const times = { created_at: now, updated_at: now };
  await db.insert('assignment', { id, ...fields, ...times });
  await recordAudit(call, { action: 'assignment.created', targetId: id });
  await raiseEvent(call, 'assignment.created', {
    assignment_id: id,
    status: 'open',
    member_id,
    user_id: member.userId,
  });
  return new CreatedJson(id, newAssignment(actor, { ...fields, id, created_at: now }, member));
}
