import type { PeopleHandles } from '../../db/transaction.ts';
import type { Language } from '../../shared/language.ts';

/**
 * Makes the language of a profile that of the person as a member of each team, in the transaction that changes
 * the account. Mails about a team are written in the language of the member (D168).
 */
export async function recordLanguage(
  [people, inTeam]: PeopleHandles,
  { personId, lang }: { personId: string; lang: Language },
): Promise<void> {
  const teams = await people.personTeam.findMany({
    where: { person_id: personId },
    orderBy: { tenant_id: 'asc' },
  });
  for (const { tenant_id } of teams) {
    await inTeam(tenant_id).prisma.member.updateMany({
      where: { tenant_id, user_id: personId, lang: { not: lang } },
      data: { lang },
    });
  }
}
