import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { personOf } from '../account/person-of.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type CreateTeamInput, createTeamInput } from './team.schema.ts';

type CreatedTeam = { tenant_id: string; owner_member_id: string; owner_user_id: string };

/** The team that `call.db` is bound to, with its owner, who holds `schnittstellen` (spec, general rule 4). */
export async function createTeam(call: Call, input: CreateTeamInput): Promise<CreatedTeam> {
  const { db, now } = call;
  const team = createTeamInput.parse(input);
  await db.write(
    `insert into tenant (id, name, plan, seats, rate_limit_per_min, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [team.name, team.plan, team.seats, team.rate_limit_per_min, now],
  );
  const userId = await personOf(call, team.owner);
  const memberId = newId('mem', now);
  await db.write(
    `insert into member (tenant_id, id, user_id, email, role, status, lang, rights, created_through,
       created_at, joined_at)
     values ($1, $2, $3, $4, 'owner', 'active', $5, '{schnittstellen}', 'app', $6, $6)`,
    [memberId, userId, team.owner, team.lang, now],
  );
  await recordAudit(call, {
    action: 'team.created',
    targetId: db.tenantId,
    changes: { plan: team.plan, seats: team.seats, rate_limit_per_min: team.rate_limit_per_min },
  });
  return { tenant_id: db.tenantId, owner_member_id: memberId, owner_user_id: userId };
}
