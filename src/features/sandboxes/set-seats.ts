import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';

/** Sets the seats of the sandbox in which the person works. In another team the operator sets them. */
export async function setSeats(call: TeamVisit, seats: number): Promise<Ok> {
  const { db, prisma } = call;
  const before = await prisma.tenant.findUnique({
    where: { id: db.tenantId },
    select: { seats: true, sandbox_of: true },
  });
  if (!before) throw new ApiError('not_found');
  if (before.sandbox_of === null) throw new ApiError('conflict', { because: 'not_a_sandbox' });
  if (before.seats === seats) return { ok: true };
  await prisma.tenant.update({ where: { id: db.tenantId }, data: { seats } });
  await recordAudit(call, {
    action: 'team.changed',
    targetId: db.tenantId,
    changes: { seats },
    before: { seats: before.seats },
  });
  return { ok: true };
}
