import type { Role } from '../../auth/actor.ts';
import { FRESH_MS, isFresh } from '../../auth/rights.ts';
import type { Session } from '../../auth/session.ts';
import type { Visit } from '../../operation/call.ts';
import type { CurrentSession } from './session.schema.ts';

type Team = { id: string; name: string; role: Role };

/** The signed-in person, the team and the role. Null if no one is signed in. */
export async function getCurrentSession({ db, session, now }: Visit): Promise<CurrentSession> {
  if (!session) return null;
  const teams = await db.rows<Team>(
    `select t.id, t.name, m.role from person_team pt
     join member m on m.tenant_id = pt.tenant_id and m.user_id = pt.person_id and m.status = 'active'
     join tenant t on t.id = pt.tenant_id and t.status <> 'ended'
     where pt.person_id = $1 order by t.name, t.id`,
    [session.personId],
  );
  const { id, personId, email, name, lang, provedAt } = session;
  const freshUntil = provedAt && isFresh(session, now) ? provedAt.getTime() + FRESH_MS : null;
  return {
    session_id: id,
    person: { id: personId, email, name, lang },
    team: activeTeamOf(session),
    teams,
    fresh_until: freshUntil === null ? null : new Date(freshUntil).toISOString(),
  };
}

function activeTeamOf({ actor, activeTeam }: Session): NonNullable<CurrentSession>['team'] {
  if (!actor || !activeTeam) return null;
  return {
    id: activeTeam.id,
    name: activeTeam.name,
    status: actor.teamStatus,
    plan: actor.plan,
    member_id: actor.memberId,
    role: actor.role,
    rights: [...actor.rights],
  };
}
