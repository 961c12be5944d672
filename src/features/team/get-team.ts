import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { OwnTeam } from './team.schema.ts';

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
  return { ...team, status: team.status as OwnTeam['status'], seats_taken };
}
