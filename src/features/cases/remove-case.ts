import type { Call, TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { caseIsListed, isOwnCase } from './cases.schema.ts';

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

export async function removeOwnCase({ db, actor }: TeamVisit, id: string): Promise<Ok> {
  const removed = await db.write(
    `delete from team_case c where ${isOwnCase(3).join(' and ')} and c.id = $2 returning c.id`,
    [id, actor.memberId],
  );
  if (!removed) throw new ApiError('not_found');
  return { ok: true };
}
