import type { TeamVisit } from '../../operation/call.ts';
import { WEEK_MS } from '../../shared/durations.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { writeOfferMail } from '../mail/write-ownership-mails.ts';
import { requireOwnTeam } from '../sandboxes/require-own-team.ts';

const LIFETIME_MS = WEEK_MS;

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
  const expires_at = new Date(now.getTime() + LIFETIME_MS);
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
