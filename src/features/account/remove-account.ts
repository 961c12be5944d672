import type { PeopleHandles } from '../../db/transaction.ts';
import { findOwnNames } from './find-own-names.ts';

/**
 * Removes an account with all that it alone has: sessions, passkeys, links, browsers, its security log
 * and the mails about it. The ids stay in the rows of teams. The caller has locked the person before it
 * looked for teams: otherwise somebody who joins one at this moment would be a member without an account.
 */
export async function removeAccount(
  [prisma, , , dropJobs]: PeopleHandles,
  personId: string,
): Promise<boolean> {
  const { addresses } = await findOwnNames(prisma, personId);
  const { count } = await prisma.person.deleteMany({ where: { id: personId } });
  await dropJobs(personId, addresses);
  return count > 0;
}
