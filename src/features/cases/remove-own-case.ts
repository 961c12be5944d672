import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { isOwnCase } from './own-cases.schema.ts';

export async function removeOwnCase({ db, actor }: TeamVisit, id: string): Promise<Ok> {
  const removed = await db.write(
    `delete from team_case c where ${isOwnCase(3).join(' and ')} and c.id = $2 returning c.id`,
    [id, actor.memberId],
  );
  if (!removed) throw new ApiError('not_found');
  return { ok: true };
}
