import type { PeopleHandles } from '../../db/transaction.ts';
import { ERASED_EMAIL } from './replace-names.ts';

/**
 * Finds another team in which the person is a member, or was a member and is not erased. As long as there is
 * such a team, the account stays: without the account that team would lose the name that its own erasure
 * needs.
 */
export async function findOtherTeam(
  { prisma: people }: PeopleHandles,
  personId: string,
  tenantId: string,
): Promise<string | null> {
  const teams = await people.personTeam.findMany({ where: { person_id: personId } });
  const others = teams.map(({ tenant_id }) => tenant_id).filter((id) => id !== tenantId);
  const existing = await people.member.findFirst({
    where: { tenant_id: { in: others }, user_id: personId, email: { not: ERASED_EMAIL } },
    select: { tenant_id: true },
  });
  return existing?.tenant_id ?? null;
}
