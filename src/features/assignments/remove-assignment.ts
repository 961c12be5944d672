import type { Call } from '../../auth/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';

/** Gone for good: a second call finds nothing (D127). Trainings that were done for it stay. */
export async function removeAssignment(call: Call, id: string): Promise<Ok> {
  const row = await call.db.write(
    'delete from assignment a where a.tenant_id = $1 and a.id = $2 returning a.id',
    [id],
  );
  if (!row) throw new ApiError('not_found');
  await recordAudit(call, { action: 'assignment.deleted', targetId: id });
  return { ok: true };
}
