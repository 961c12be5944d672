import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type SetTeamInput, setTeamInput, type Team } from './team.schema.ts';

/** Changes what is named and leaves the rest. Fewer seats than members removes nobody: nobody can join until some leave. */
export async function setTeam(call: Call, input: SetTeamInput): Promise<Team> {
  const { db } = call;
  const changes = setTeamInput.parse(input);
  const team = await db.write<Team>(
    `update tenant t set
       status = coalesce($2, t.status), plan = coalesce($3, t.plan),
       seats = coalesce($4::integer, t.seats),
       rate_limit_per_min = coalesce($5::integer, t.rate_limit_per_min),
       member_detail_enabled = coalesce($6::boolean, t.member_detail_enabled),
       leaderboard_enabled = coalesce($7::boolean, t.leaderboard_enabled)
     where t.id = $1
     returning t.id as tenant_id, t.name, t.status, t.plan, t.seats, t.rate_limit_per_min,
       t.member_detail_enabled, t.leaderboard_enabled`,
    [
      changes.status,
      changes.plan,
      changes.seats,
      changes.rate_limit_per_min,
      changes.member_detail_enabled,
      changes.leaderboard_enabled,
    ],
  );
  if (!team) throw new ApiError('not_found');
  await recordAudit(call, { action: 'team.changed', targetId: db.tenantId, changes });
  return team;
}
