import type { Role, UserActor } from '../auth/actor.ts';
import { Privacy, type PrivacySwitches } from '../auth/privacy.ts';
import type { PrismaCall } from './call.ts';

type Member = { tenant_id: string; id: string; role: string; rights: string[] };
type Team = { plan: string; status: string } & PrivacySwitches;

/** A call on a team whose actor is not known yet. */
export type UnsignedCall = Omit<PrismaCall, 'actor'>;

/**
 * A call on a team by a person who does not work in this team now, for instance a person who joins the team.
 * The person is the actor.
 */
export function asMember(
  call: UnsignedCall,
  { personId, member, team }: { personId: string; member: Member; team: Team },
): PrismaCall {
  const actor: UserActor = {
    kind: 'user',
    tenantId: member.tenant_id,
    homeTenantId: member.tenant_id,
    personId,
    memberId: member.id,
    role: member.role as Role,
    rights: member.rights,
    hasFreshProof: false,
    plan: team.plan,
    teamStatus: team.status as UserActor['teamStatus'],
    privacy: Privacy.of(team),
    homePrivacy: Privacy.of(team),
  };
  return { ...call, actor };
}
