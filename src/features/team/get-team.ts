import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { OwnTeam } from './team.schema.ts';

/** The team that the person works in now, and how many of its seats are taken (D106). */
export async function getTeam({ db }: Call): Promise<OwnTeam> {
  const team = await db.row<OwnTeam>(
    `select t.id, t.name, t.status, t.plan, t.seats,
       (select count(*)::integer from member m where m.tenant_id = $1 and m.status <> 'removed')
         as seats_taken,
       t.rate_limit_per_min, t.member_detail_enabled, t.leaderboard_enabled
     from tenant t where t.id = $1`,
  );
  if (!team) throw new ApiError('not_found');
  return team;
}
