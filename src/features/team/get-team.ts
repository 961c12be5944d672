import { INVITATIONS_PER_HOUR, REQUESTS_PER_KEY } from '../../auth/rate-limits.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { versionOf } from '../../shared/schema/edit-version.ts';
import { ENDPOINTS_PER_TEAM } from '../webhooks/rules/require-endpoints-left.ts';
import { type OwnTeam, settingsOf } from './team.schema.ts';

const limits = {
  requests_per_key_per_min: REQUESTS_PER_KEY,
  invitations_per_hour: INVITATIONS_PER_HOUR,
  webhook_endpoints: ENDPOINTS_PER_TEAM,
};

const ofSandboxes = {
  sandbox_of: true,
  sandbox_used_at: true,
  sandbox_warned_at: true,
  sandbox_state: true,
} as const;

/** The team in which the person works now, and how many of its seats are occupied (D106). */
export async function getTeam(call: PrismaCall): Promise<OwnTeam> {
  const { db, prisma } = call;
  const team = await prisma.tenant.findUnique({
    where: { id: db.tenantId },
    omit: { created_at: true, ...ofSandboxes },
  });
  if (!team) throw new ApiError('not_found');
  const seats_taken = await prisma.member.count({
    where: { tenant_id: db.tenantId, status: { not: 'removed' } },
  });
  return {
    ...team,
    status: team.status as OwnTeam['status'],
    languages: team.languages as OwnTeam['languages'],
    seats_taken,
    limits,
    ownership_offer: await offerFor(call),
    version: versionOf(settingsOf(team)),
  };
}

/** The open offer of the team, for the owner and for the person who may accept it. */
async function offerFor({
  db,
  prisma,
  actor,
  now,
}: PrismaCall): Promise<OwnTeam['ownership_offer']> {
  const offer = await prisma.ownershipOffer.findFirst({
    where: {
      tenant_id: db.tenantId,
      expires_at: { gt: now },
      member: { status: 'active' },
      owner: { role: 'owner' },
    },
  });
  if (!offer || actor.kind !== 'user') return null;
  const { member_id, offered_by, expires_at } = offer;
  const is_to_me = member_id === actor.memberId;
  if (!is_to_me && offered_by !== actor.memberId) return null;
  return { member_id, is_to_me, expires_at: expires_at.toISOString() };
}
