import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';

/**
 * Deletes an assignment: a second call answers 404 (D127). Trainings for the assignment stay. The lock comes
 * first, so that nobody records a training for the assignment between the two other statements.
 */
export async function removeAssignment(call: Call, id: string): Promise<Ok> {
  const { db } = call;
  const [row] = await Promise.all([
    db.row('select a.id from assignment a where a.tenant_id = $1 and a.id = $2 for update', [id]),
    db.write(
      `update training t set assignment_id = null
       where t.tenant_id = $1 and t.assignment_id = $2`,
      [id],
    ),
    db.write('delete from assignment a where a.tenant_id = $1 and a.id = $2', [id]),
  ]);
  if (!row) throw new ApiError('not_found');
  await recordAudit(call, { action: 'assignment.deleted', targetId: id });
  return { ok: true };
}
