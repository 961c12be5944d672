import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { rotateSession } from './rotate-session.ts';

/** Switches to another team of the person. A team without an active membership answers 404. */
export async function switchTeam(visit: PersonVisit, tenantId: string): Promise<Ok> {
  const { db, session } = visit;
  const membership = await db.row(
    `select m.id from member m join tenant t on t.id = m.tenant_id and t.status <> 'ended'
     where m.tenant_id = $1 and m.user_id = $2 and m.status = 'active'`,
    [tenantId, session.personId],
  );
  if (!membership) throw new ApiError('not_found');
  const keep = await db.transaction((transaction) =>
    rotateSession(visit, transaction, { tenantId }),
  );
  keep();
  return { ok: true };
}
