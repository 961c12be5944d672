import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';

/** Whether a team has the person as an active member. Only a person without one may remove the account. */
export async function isInTeam(prisma: PeoplePrisma, personId: string): Promise<boolean> {
  const teams = await prisma.personTeam.findMany({ where: { person_id: personId } });
  const active = await prisma.member.count({
    where: {
      tenant_id: { in: teams.map(({ tenant_id }) => tenant_id) },
      ...{ user_id: personId, status: 'active' },
    },
  });
  return active > 0;
}
