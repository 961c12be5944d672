import type { Role } from '../../auth/actor.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';

export type Team = {
  tenantId: string;
  name: string;
  timeZone: string;
  role: Role;
  rights: string[];
  joinedAt: Date | null;
};

/** The teams in which a person is an active member now, by name. */
export async function listTeams(prisma: PeoplePrisma, personId: string): Promise<Team[]> {
  const belongings = await prisma.personTeam.findMany({
    where: { person_id: personId, tenant: { status: { not: 'ended' } } },
    select: { tenant: { select: { id: true, name: true, time_zone: true } } },
    orderBy: [{ tenant: { name: 'asc' } }, { tenant_id: 'asc' }],
  });
  const teams = belongings.map(({ tenant }) => tenant);
  const members = await prisma.member.findMany({
    where: { tenant_id: { in: teams.map(({ id }) => id) }, user_id: personId, status: 'active' },
    select: { tenant_id: true, role: true, rights: true, joined_at: true },
  });
  const byTeam = new Map(members.map((member) => [member.tenant_id, member]));
  return teams.flatMap(({ id, name, time_zone: timeZone }) => {
    const member = byTeam.get(id);
    if (!member) return [];
    const { role, rights, joined_at: joinedAt } = member;
    return [{ tenantId: id, name, timeZone, role: role as Role, rights, joinedAt }];
  });
}
