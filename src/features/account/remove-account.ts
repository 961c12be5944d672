import type { PeopleHandles } from '../../db/transaction.ts';
import { keepName } from '../members/keep-names.ts';
import { findOwnNames } from './find-own-names.ts';

/**
 * Removes an account with all that belongs to it alone: sessions, passkeys, links, browsers, its
 * security log and the mails about it. The ids stay in the rows of teams. The caller locked the
 * person before it looked for teams. Otherwise somebody who joins a team at this moment would be a
 * member without an account.
 */
export async function removeAccount(handles: PeopleHandles, personId: string): Promise<boolean> {
  const [prisma, , , dropJobs] = handles;
  const { name, addresses } = await findOwnNames(prisma, personId);
  if (name !== null) await leaveName(handles, { personId, name });
  const { count } = await prisma.person.deleteMany({ where: { id: personId } });
  await dropJobs(personId, addresses);
  return count > 0;
}

/**
 * Leaves the name with the teams that knew the person and have not erased the person. Their texts
 * may contain the name, and without it they could not erase it. They already have the
 * addresses.
 */
async function leaveName(
  [prisma, inTeam]: PeopleHandles,
  { personId, name }: { personId: string; name: string },
): Promise<void> {
  const teams = await prisma.personTeam.findMany({ where: { person_id: personId } });
  for (const { tenant_id } of teams) {
    await keepName(inTeam(tenant_id).db, { personId, name, until: null });
  }
}
