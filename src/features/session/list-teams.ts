import type { Role } from '../../auth/actor.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';

export type Team = {
  tenantId: string;
  /**
   * The team in which the person is a member. For a sandbox, this is the team to which the sandbox belongs.
   */
  homeTenantId: string;
  name: string;
  timeZone: string;
  role: Role;
  rights: string[];
  joinedAt: Date | null;
};

const shown = { id: true, name: true, time_zone: true, sandbox_of: true } as const;

/** The teams in which a person is an active member now, by name. Each is followed by its sandboxes. */
export async function listTeams(prisma: PeoplePrisma, personId: string): Promise<Team[]> {
  const belongings = await prisma.personTeam.findMany({
    where: { person_id: personId, tenant: { status: { not: 'ended' } } },
    select: { tenant: { select: shown } },
    orderBy: [{ tenant: { name: 'asc' } }, { tenant_id: 'asc' }],
  });
  const teams = belongings.map(({ tenant }) => tenant);
  const members = await prisma.member.findMany({
    where: { tenant_id: { in: teams.map(({ id }) => id) }, user_id: personId, status: 'active' },
    select: { tenant_id: true, role: true, rights: true, joined_at: true },
  });
  const byTeam = new Map(members.map((member) => [member.tenant_id, member]));
  const sandboxes = await prisma.tenant.findMany({
    where: {
      sandbox_of: { in: [...byTeam.keys()] },
      // A sandbox that is being removed is not listed.
      OR: [{ sandbox_state: null }, { sandbox_state: { not: 'removing' } }],
    },
    select: shown,
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
  return teams.flatMap((team) => {
    const member = byTeam.get(team.id);
    if (!member) return [];
    const { role, rights, joined_at: joinedAt } = member;
    const own = [team, ...sandboxes.filter(({ sandbox_of }) => sandbox_of === team.id)];
    return own.map(({ id, name, time_zone: timeZone }) => {
      const ids = { tenantId: id, homeTenantId: team.id };
      return { ...ids, name, timeZone, role: role as Role, rights, joinedAt };
    });
  });
}
