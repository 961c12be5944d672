import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';

/** Removes a rule of the team. */
export async function removeRule(call: PrismaCall, id: string): Promise<Ok> {
  const { db, prisma } = call;
  const key = { tenant_id: db.tenantId, id };
  const before = await prisma.teamCatalogRule.findUnique({
    where: { tenant_id_id: key },
    select: { situation_id: true, personality_id: true, industry_id: true },
  });
  const { count } = await prisma.teamCatalogRule.deleteMany({ where: key });
  if (count === 0 || !before) throw new ApiError('not_found');
  const changes = { situation_id: null, personality_id: null, industry_id: null };
  await recordAudit(call, { action: 'catalog_rule.removed', targetId: id, changes, before });
  return { ok: true };
}
