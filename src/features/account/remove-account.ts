import type { PeopleHandles } from '../../db/transaction.ts';
import { keepName } from '../members/keep-names.ts';
import { findOwnNames } from './find-own-names.ts';

/**
 * Removes an account with all that it alone has: sessions, passkeys, links, browsers, its security log
 * and the mails about it. The ids stay in the rows of teams. The caller has locked the person before it
 * looked for teams: otherwise somebody who joins one at this moment would be a member without an account.
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
 * Leaves the name with the teams that have had the person and not erased. Their texts may name the
 * person: without it they could not erase that (P280). The addresses that they knew they have.
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
