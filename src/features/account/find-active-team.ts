import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';

/**
 * Finds a team of which the person is an active member. Null if there is none: only then may the account of the
 * person be removed.
 */
export async function findActiveTeam(
  prisma: PeoplePrisma,
  personId: string,
): Promise<string | null> {
  const teams = await prisma.personTeam.findMany({ where: { person_id: personId } });
  const member = await prisma.member.findFirst({
    where: {
      tenant_id: { in: teams.map(({ tenant_id }) => tenant_id) },
      user_id: personId,
      status: 'active',
    },
    select: { tenant_id: true },
  });
  return member?.tenant_id ?? null;
}
