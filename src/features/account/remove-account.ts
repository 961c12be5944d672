import type { PeopleHandles } from '../../db/transaction.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';
import { findOwnNames, type OwnNames } from './find-own-names.ts';

/**
 * Removes an account with all that it alone has: sessions, passkeys, links, browsers, its security log
 * and the mails about it. The ids stay in the rows of teams. The caller has locked the person before it
 * looked for teams: otherwise somebody who joins one at this moment would be a member without an account.
 */
export async function removeAccount(handles: PeopleHandles, personId: string): Promise<boolean> {
  const [prisma, , , dropJobs] = handles;
  const names = await findOwnNames(prisma, personId);
  await leaveNames(handles, personId, names);
  const { count } = await prisma.person.deleteMany({ where: { id: personId } });
  await dropJobs(personId, names.addresses);
  return count > 0;
}

/**
 * Leaves the name and the addresses with the teams that have had the person and not erased. They know
 * them, and their texts may name the person: without them they could not erase that (P280).
 */
async function leaveNames(
  [prisma, inTeam]: PeopleHandles,
  personId: string,
  { name, addresses }: OwnNames,
): Promise<void> {
  const teams = await prisma.personTeam.findMany({ where: { person_id: personId } });
  for (const { tenant_id } of teams) {
    await inTeam(tenant_id).prisma.member.updateMany({
      where: { tenant_id, user_id: personId, status: 'removed', email: { not: ERASED_EMAIL } },
      data: { former_name: name, former_addresses: addresses },
    });
  }
}
