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
  input: z.output<typeof createAssignmentInput>,
): Promise<CreatedJson<Assignment>> {
  const { db, actor, now } = call;
  const { situation_id, personality_id, industry_id } = input;
  const combination = { situation_id, personality_id, industry_id, memberId: input.member_id };
  const member = await lockRecipientAndCheck(call, combination);
  if (!member) throw new ApiError('not_found', { because: 'no_such_member' });
  refuseCombination(member.refusals);
  const id = newId('asg', now);
  const [row] = await Promise.all([
    db.write<{ json: string }>(
      `with a as (
         insert into assignment (tenant_id, id, member_id, title, situation_id, personality_id,
           industry_id, note, due_date, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning *
       )
       select j.json from a cross join ${recipient}
         cross join lateral (select ${asJson(assignmentShape(actor))}) j`,
      [
        id,
        input.member_id,
        input.title,
        situation_id,
        personality_id,
        industry_id,
        input.note ?? null,
        input.due_date ?? null,
        now,
      ],
    ),
    recordAudit(call, { action: 'assignment.created', targetId: id }),
    raiseEvent(call, 'assignment.created', {
      assignment_id: id,
      status: 'open',
      member_id: input.member_id,
      user_id: member.userId,
    }),
  ]);
  if (!row) throw new Error('The assignment was not inserted');
  return new CreatedJson(id, row.json);
}
