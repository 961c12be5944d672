import type { z } from 'zod';
import type { Call } from '../../auth/call.ts';
import { asJson } from '../../db/as-json.ts';
import { newId } from '../../db/ids.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { checkCombination } from '../catalog/check-combination.ts';
import {
  type Assignment,
  assignmentShape,
  type createAssignmentInput,
  recipient,
} from './assignments.schema.ts';

/** The recipient may be active, invited or the owner (D123); nobody else exists (D122). */
export async function createAssignment(
  call: Call,
  input: z.output<typeof createAssignmentInput>,
): Promise<JsonText<Assignment>> {
  const { db, actor, now } = call;
  // Locked, so that a removal that runs at the same time revokes this assignment too.
  const member = await db.row<{ status: string }>(
    `select m.status from member m
     where m.tenant_id = $1 and m.id = $2 and m.status <> 'removed' for share`,
    [input.member_id],
  );
  if (!member) throw new ApiError('not_found');
  const { situation_id, personality_id, industry_id } = input;
  await checkCombination(call, {
    situation_id,
    personality_id,
    industry_id,
    memberId: member.status === 'active' ? input.member_id : null, // D126
  });
  const id = newId('asg', now);
  const row = await db.write<{ json: string }>(
    `with a as (
       insert into assignment (tenant_id, id, member_id, title, situation_id, personality_id,
         industry_id, note, due_date, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
       returning *
     )
     select ${asJson(assignmentShape(actor))}
     from a cross join ${recipient}`,
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
  );
  if (!row) throw new Error('The assignment was not inserted');
  await recordAudit(call, { action: 'assignment.created', targetId: id });
  return new JsonText(row.json);
}
