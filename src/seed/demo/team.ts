import { newId } from '../../db/ids.ts';
import { addMember } from '../../features/members/add-member.ts';
import { createTeam } from '../../features/team/create-team.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { daysBefore } from './calendar.ts';
import { DOMAIN, type Person, people } from './people.ts';

const TEAM_NAME = 'Beispiel Vertrieb GmbH';
const SEATS = 20;

/** `userId` is null for a person who has not accepted yet. */
export type DemoMember = Person & { memberId: string; userId: string | null };

export type DemoTeam = {
  tenantId: string;
  ownerMemberId: string;
  ownerUserId: string;
  ownerEmail: string;
  members: DemoMember[];
};

/** The id of a team holds the time at which it was made. */
export function demoTeamId(now: Date): string {
  return newId('ten', foundedAt(now));
}

export async function createDemoTeam(call: PrismaCall): Promise<DemoTeam> {
  const [owner, ...others] = people;
  const founded = await createTeam(
    { ...call, now: foundedAt(call.now) },
    { name: TEAM_NAME, owner: emailOf(owner), seats: SEATS },
  );
  const {
    tenant_id: tenantId,
    owner_member_id: ownerMemberId,
    owner_user_id: ownerUserId,
  } = founded;
  const members: DemoMember[] = [{ ...owner, memberId: ownerMemberId, userId: ownerUserId }];
  for (const person of others) {
    const enter = person.status === 'invited' ? invite : join;
    members.push(await enter(call, person));
  }
  return { tenantId, ownerMemberId, ownerUserId, ownerEmail: emailOf(owner), members };
}

function foundedAt(now: Date): Date {
  return daysBefore(now, people[0].sinceDays);
}

function emailOf(person: Person): string {
  return `${person.post}@${DOMAIN}`;
}

async function join(call: PrismaCall, person: Person): Promise<DemoMember> {
  const { db, prisma, now } = call;
  const added = await addMember(
    { ...call, now: daysBefore(now, person.sinceDays) },
    {
      email: emailOf(person),
      role: person.role === 'admin' ? 'admin' : 'member',
      grants: person.post === 'vertriebsleitung' ? ['schnittstellen'] : [],
    },
  );
  if (person.untilDays !== undefined) {
    await prisma.member.update({
      where: { tenant_id_id: { tenant_id: db.tenantId, id: added.member_id } },
      data: { status: 'removed', removed_at: daysBefore(now, person.untilDays) },
    });
  }
  return { ...person, memberId: added.member_id, userId: added.user_id };
}

async function invite({ db, prisma, now }: PrismaCall, person: Person): Promise<DemoMember> {
  const invitedAt = daysBefore(now, person.sinceDays);
  const memberId = newId('mem', invitedAt);
  await prisma.member.create({
    data: {
      tenant_id: db.tenantId,
      id: memberId,
      email: emailOf(person),
      role: person.role,
      status: person.status,
      lang: 'de',
      created_through: 'app',
      created_at: invitedAt,
    },
  });
  return { ...person, memberId, userId: null };
}
