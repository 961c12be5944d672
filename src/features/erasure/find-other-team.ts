import type { PeopleHandles } from '../../db/transaction.ts';
import { ERASED_EMAIL } from './replace-names.ts';

/**
 * Another team that has the person, or has had and not erased. As long as there is one, the account stays:
 * with it would go the name by which that team can erase.
 */
export async function findOtherTeam(
  [people]: PeopleHandles,
  personId: string,
  tenantId: string,
): Promise<string | null> {
  const teams = await people.personTeam.findMany({ where: { person_id: personId } });
  const others = teams.map(({ tenant_id }) => tenant_id).filter((id) => id !== tenantId);
  const known = await people.member.findFirst({
    where: { tenant_id: { in: others }, user_id: personId, email: { not: ERASED_EMAIL } },
    select: { tenant_id: true },
  });
  return known?.tenant_id ?? null;
}
