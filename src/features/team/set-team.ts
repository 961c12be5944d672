import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { fieldsOf } from '../../shared/schema/edit-version.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { addMemberDetailJob } from '../mail/write-member-detail-mails.ts';
import { type SetTeamInput, setTeamInput, type Team } from './team.schema.ts';

const settings = {
  status: true,
  plan: true,
  seats: true,
  rate_limit_per_min: true,
  member_detail_enabled: true,
  leaderboard_enabled: true,
} as const;

/**
 * Changes the given fields. If the team gets fewer seats than it has members, no member is removed,
 * but nobody can join until some leave.
 */
export async function setTeam(call: PrismaCall, input: SetTeamInput): Promise<Team> {
  const { db, prisma } = call;
  const changes = setTeamInput.parse(input);
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  const before = await prisma.tenant.findUnique({
    where: { id: db.tenantId },
    select: settings,
  });
  const [changed] = await prisma.tenant.updateManyAndReturn({
    where: { id: db.tenantId },
    data: Object.fromEntries(named),
    select: { name: true, ...settings },
  });
  if (!changed || !before) throw new ApiError('not_found');
  await recordAudit(call, {
    action: 'team.changed',
    targetId: db.tenantId,
    changes,
    before: fieldsOf(
      before,
      named.map(([name]) => name),
    ),
  });
  if (changed.member_detail_enabled && !before.member_detail_enabled) {
    await addMemberDetailJob(call);
  }
  return { tenant_id: db.tenantId, ...changed } as Team;
}
