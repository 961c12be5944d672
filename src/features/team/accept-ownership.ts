import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { writeTransferMails } from '../mail/write-ownership-mails.ts';

/**
 * Both the former and the new owner have this right. The former owner keeps it until the new owner
 * takes it away (P410).
 */
const rights = ['schnittstellen'];

/**
 * Exchanges the roles of the owner and of the person to whom the team was offered. Each step
 * changes only what is still as it was at the offer. If one step finds nothing, all steps are
 * rolled back.
 */
export async function acceptOwnership(call: TeamVisit): Promise<Ok> {
  const { db, prisma, actor, now } = call;
  const { tenantId: tenant_id } = db;
  const { memberId: member_id } = actor;
  const where = { tenant_id, member_id, expires_at: { gt: now } };
  const offer = await prisma.ownershipOffer.findFirst({ where });
  if (!offer) refuse();
  // If two acceptances come at once, the second waits here and then finds no offer.
  await changeOne(
    prisma.ownershipOffer.deleteMany({ where: { ...where, created_at: offer.created_at } }),
  );
  const active = { tenant_id, status: 'active' };
  // This step comes first, because a team never has two owners.
  await changeOne(
    prisma.member.updateMany({
      where: { ...active, id: offer.offered_by, role: 'owner' },
      data: { role: 'admin', rights },
    }),
  );
  await changeOne(
    prisma.member.updateMany({
      where: { ...active, id: member_id },
      data: { role: 'owner', rights },
    }),
  );
  const changes = { former_owner: offer.offered_by, owner: member_id };
  await recordAudit(call, { action: 'ownership.transferred', targetId: tenant_id, changes });
  await writeTransferMails(call, changes);
  return { ok: true };
}

async function changeOne(change: Promise<{ count: number }>): Promise<void> {
  if ((await change).count !== 1) refuse();
}

function refuse(): never {
  throw new ApiError('not_found', { because: 'team_not_offered' });
}
