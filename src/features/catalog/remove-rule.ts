import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';

/** Removes a rule of the team. */
export async function removeRule(call: PrismaCall, id: string): Promise<Ok> {
  const { db, prisma } = call;
  const { count } = await prisma.teamCatalogRule.deleteMany({
    where: { tenant_id: db.tenantId, id },
  });
  if (count === 0) throw new ApiError('not_found');
  await recordAudit(call, { action: 'catalog_rule.removed', targetId: id });
  return { ok: true };
}
