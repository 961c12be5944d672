import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { WEEK_MS } from '../../shared/time/durations.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { writeOfferMail, writeTransferMails } from '../mail/write-ownership-mails.ts';
import { requireOwnTeam } from '../sandboxes/require-own-team.ts';

const OFFER_MS = WEEK_MS;

/** Offers the team to an active member. By accepting, this member becomes the owner. */
export async function offerOwnership(call: TeamVisit, member_id: string): Promise<Ok> {
  requireOwnTeam(call);
  const { db, prisma, actor, now } = call;
  const { tenantId: tenant_id } = db;
  const member = await prisma.member.findFirst({
    where: { tenant_id, id: member_id, status: { not: 'removed' } },
  });
  if (!member) throw new ApiError('not_found');
  if (member.role === 'owner') throw new ApiError('owner', { because: 'already_owner' });
  if (member.status !== 'active') {
    throw new ApiError('conflict', { because: 'invitation_open' });
  }
  await prisma.ownershipOffer.deleteMany({
    where: {
      tenant_id,
      OR: [
        { expires_at: { lte: now } },
        { member: { status: 'removed' } },
        { owner: { role: { not: 'owner' } } },
      ],
    },
  });
  const expires_at = new Date(now.getTime() + OFFER_MS);
  const { count } = await prisma.ownershipOffer.createMany({
    data: { tenant_id, member_id, offered_by: actor.memberId, created_at: now, expires_at },
    skipDuplicates: true,
  });
  if (count === 0) {
    throw new ApiError('conflict', {
      because: 'already_offered',
    });
  }
  await recordAudit(call, { action: 'ownership.offered', targetId: member_id });
  await writeOfferMail(call, { member, expiresAt: expires_at });
  return { ok: true };
}

export async function withdrawOwnership(call: TeamVisit): Promise<Ok> {
  const { db, prisma } = call;
  const where = { tenant_id: db.tenantId };
  const offer = await prisma.ownershipOffer.findFirst({ where });
  const { count } = await prisma.ownershipOffer.deleteMany({ where });
  if (!offer || count === 0) throw new ApiError('not_found', { because: 'no_offer' });
  await recordAudit(call, { action: 'ownership.withdrawn', targetId: offer.member_id });
  return { ok: true };
}

/**
 * Both the former and the new owner have this right. The former owner keeps it until the new owner
 * takes it away: mostly the former owner looks after keys and endpoints, and would be locked out in the middle of the
 * change.
 */
const ownersRights = ['schnittstellen'];

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
      data: { role: 'admin', rights: ownersRights },
    }),
  );
  await changeOne(
    prisma.member.updateMany({
      where: { ...active, id: member_id },
      data: { role: 'owner', rights: ownersRights },
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
