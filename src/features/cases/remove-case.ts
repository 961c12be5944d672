import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { caseIsListed } from './cases.schema.ts';

export async function removeCase(call: Call, id: string): Promise<Ok> {
  const found = await call.db.row(
    `select from team_case c where ${caseIsListed.join(' and ')} and c.id = $2 for update`,
    [id],
  );
  if (!found) throw new ApiError('not_found');
  await call.db.write('delete from team_case c where c.tenant_id = $1 and c.id = $2', [id]);
  await recordAudit(call, { action: 'case.deleted', targetId: id });
  return { ok: true };
}
