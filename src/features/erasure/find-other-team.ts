import type { PeopleHandles } from '../../db/transaction.ts';
import { ERASED_EMAIL } from './replace-names.ts';

/**
 * Another team that has the person as a member, or has had the person and has not erased the person. As
 * long as there is one, the account stays: with the account would go the name by which that team can erase.
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
