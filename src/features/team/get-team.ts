import { INVITATIONS_PER_HOUR, REQUESTS_PER_KEY } from '../../auth/rate-state.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { versionOf } from '../../shared/edit-version.ts';
import { ApiError } from '../../shared/errors.ts';
import { ENDPOINTS_PER_TEAM } from '../webhooks/create-endpoint.ts';
import { type OwnTeam, settingsOf } from './team.schema.ts';

const limits = {
  requests_per_key_per_min: REQUESTS_PER_KEY,
  invitations_per_hour: INVITATIONS_PER_HOUR,
  webhook_endpoints: ENDPOINTS_PER_TEAM,
};

/** The team in which the person works now, and how many of its seats are occupied (D106). */
export async function getTeam({ db, prisma }: PrismaCall): Promise<OwnTeam> {
  const team = await prisma.tenant.findUnique({
    where: { id: db.tenantId },
    omit: { created_at: true },
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
    version: versionOf(settingsOf(team)),
  };
}
