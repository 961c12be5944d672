import { FRESH_MS, isFresh } from '../../auth/require-right.ts';
import type { Session } from '../../auth/session.ts';
import type { Visit } from '../../operation/call.ts';
import { listTeams, type Team } from './list-teams.ts';
import type { CurrentSession } from './session.schema.ts';

/** The signed-in person, the team and the role. Null if no one is signed in. */
export async function getCurrentSession({ prisma, session, now }: Visit): Promise<CurrentSession> {
  if (!session) return null;
  const teams = await listTeams(prisma, session.personId);
  const { id, personId, email, name, lang, provedAt } = session;
  const freshUntil = provedAt && isFresh(session, now) ? provedAt.getTime() + FRESH_MS : null;
  return {
    session_id: id,
    person: { id: personId, email, name, lang },
    team: activeTeamOf(session, teams),
    teams: teams.map(({ tenantId, homeTenantId, name, role }) => {
      const sandbox_of = homeTenantId === tenantId ? null : homeTenantId;
      return { id: tenantId, name, role, sandbox_of };
    }),
    fresh_until: freshUntil === null ? null : new Date(freshUntil).toISOString(),
  };
}

function activeTeamOf(
  { actor, activeTeam }: Session,
  teams: readonly Team[],
): NonNullable<CurrentSession>['team'] {
  const listed = teams.find(({ tenantId }) => tenantId === activeTeam?.id);
  if (!actor || !activeTeam || !listed) return null;
  return {
    id: activeTeam.id,
    name: activeTeam.name,
    status: actor.teamStatus,
    plan: actor.plan,
    time_zone: listed.timeZone,
    member_id: actor.memberId,
    role: actor.role,
    rights: [...actor.rights],
    sandbox_of: activeTeam.sandboxOf,
  };
}
