import type { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { CreatedJson } from '../../shared/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { lockRecipientAndCheck, refuseCombination } from '../catalog/rules/check-combination.ts';
import { raiseEvent } from '../webhooks/raise-event.ts';
import {
  type Assignment,
  assignmentShape,
  type createAssignmentInput,
  recipient,
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
  const [row] = await Promise.all([
    db.insertReturning(
      'assignment',
      { id, ...fields, created_at: now, updated_at: now },
      {
        as: 'a',
        select: `j.json from a cross join ${recipient}
          cross join lateral (select ${asJson(assignmentShape(actor))}) j`,
      },
    ),
    recordAudit(call, { action: 'assignment.created', targetId: id }),
    raiseEvent(call, 'assignment.created', {
      assignment_id: id,
      status: 'open',
      member_id,
      user_id: member.userId,
    }),
  ]);
  return new CreatedJson(id, row.json);
}
