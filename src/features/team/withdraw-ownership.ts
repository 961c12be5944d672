import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';

export async function withdrawOwnership(call: TeamVisit): Promise<Ok> {
  const { db, prisma } = call;
  const where = { tenant_id: db.tenantId };
  const offer = await prisma.ownershipOffer.findFirst({ where });
  const { count } = await prisma.ownershipOffer.deleteMany({ where });
  if (!offer || count === 0) throw new ApiError('not_found', { because: 'no_offer' });
  await recordAudit(call, { action: 'ownership.withdrawn', targetId: offer.member_id });
  return { ok: true };
}
