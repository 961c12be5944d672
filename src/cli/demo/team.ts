import { newId } from '../../db/ids.ts';
import { type Queryable, TeamDb } from '../../db/team-db.ts';
import { addMember } from '../../features/members/add-member.ts';
import { createTeam } from '../../features/team/create-team.ts';
import { systemCall } from '../../operation/system-call.ts';
import { daysBefore } from './calendar.ts';
import { insertRows } from './insert-rows.ts';
import { DOMAIN, type Person, people } from './people.ts';

const TEAM_NAME = 'Beispiel Vertrieb GmbH';
const SEATS = 20;

/** `userId` is null for those who have not accepted yet. */
export type DemoMember = Person & { memberId: string; userId: string | null };

export type DemoTeam = {
  tenantId: string;
  ownerMemberId: string;
  ownerUserId: string;
  ownerEmail: string;
  members: DemoMember[];
};

export async function createDemoTeam(db: Queryable, now: Date): Promise<DemoTeam> {
  const [owner, ...others] = people;
  if (!owner) throw new Error('A team needs an owner');
  const foundedAt = daysBefore(now, owner.sinceDays);
  const team = new TeamDb(db, newId('ten', foundedAt));
  const founded = await createTeam(systemCall(team, foundedAt), {
    name: TEAM_NAME,
    owner: emailOf(owner),
    seats: SEATS,
  });
  const {
    tenant_id: tenantId,
    owner_member_id: ownerMemberId,
    owner_user_id: ownerUserId,
  } = founded;
  const members = [{ ...owner, memberId: ownerMemberId, userId: ownerUserId } as DemoMember];
  for (const person of others) {
    members.push(
      person.status === 'invited'
        ? await invite(db, tenantId, person, now)
        : await join(db, team, person, now),
    );
  }
  return { tenantId, ownerMemberId, ownerUserId, ownerEmail: emailOf(owner), members };
}

function emailOf(person: Person): string {
  return `${person.post}@${DOMAIN}`;
}

async function join(db: Queryable, team: TeamDb, person: Person, now: Date): Promise<DemoMember> {
  const added = await addMember(systemCall(team, daysBefore(now, person.sinceDays)), {
    email: emailOf(person),
    role: person.role === 'admin' ? 'admin' : 'member',
    grants: person.post === 'vertriebsleitung' ? ['schnittstellen'] : [],
  });
  if (person.untilDays !== undefined) {
    await db.query(
      `update member m set status = 'removed', removed_at = $3 where m.tenant_id = $1 and m.id = $2`,
      [team.tenantId, added.member_id, daysBefore(now, person.untilDays)],
    );
  }
  return { ...person, memberId: added.member_id, userId: added.user_id };
}

async function invite(
  db: Queryable,
  tenantId: string,
  person: Person,
  now: Date,
): Promise<DemoMember> {
  const invitedAt = daysBefore(now, person.sinceDays);
  const memberId = newId('mem', invitedAt);
  await insertRows(db, 'member', [
    {
      tenant_id: tenantId,
      id: memberId,
      email: emailOf(person),
      role: person.role,
      status: person.status,
      lang: 'de',
      rights: [],
      created_through: 'app',
      created_at: invitedAt,
    },
  ]);
  return { ...person, memberId, userId: null };
}
