import { newId } from '../../db/ids.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { PeopleHandles } from '../../db/transaction.ts';
import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { keepName } from '../members/keep-names.ts';
import { findOwnNames } from './find-own-names.ts';

/**
 * Removes an account with all that belongs to it alone: sessions, passkeys, links, browsers, its
 * security log and the mails about it. The ids stay in the rows of teams. The caller locked the
 * person before it looked for teams. Otherwise somebody who joins a team at this moment would be a
 * member without an account.
 */
export async function removeAccount(handles: PeopleHandles, personId: string): Promise<boolean> {
  const { prisma, dropJobs } = handles;
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
  { prisma, inTeam }: PeopleHandles,
  { personId, name }: { personId: string; name: string },
): Promise<void> {
  const teams = await prisma.personTeam.findMany({ where: { person_id: personId } });
  for (const { tenant_id } of teams) {
    await keepName(inTeam(tenant_id).db, { personId, name, until: null });
  }
}

/** Removes the account of a person who is a member of no team. Teams keep their data about the person. */
export async function removeOwnAccount({
  session,
  now,
  browser,
  transaction,
}: PersonVisit): Promise<Ok> {
  const { personId } = session;
  await transaction(async (handles) => {
    const { prisma, addJob, lockPerson } = handles;
    await lockPerson(personId);
    if ((await findActiveTeam(prisma, personId)) !== null) {
      throw new ApiError('conflict', { because: 'still_member' });
    }
    await prisma.erasure.createMany({
      data: [{ id: newId('ers', now), person_id: personId, created_at: now, finished_at: now }],
      skipDuplicates: true,
    });
    await removeAccount(handles, personId);
    await addJob('erasure.log', { account: personId });
  });
  browser.keepSession(null);
  return { ok: true };
}

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
