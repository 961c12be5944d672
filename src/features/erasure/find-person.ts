import type { PeopleHandles } from '../../db/transaction.ts';
import { findOwnNames, type OwnNames } from '../account/find-own-names.ts';
import { ERASED_EMAIL, fullNameOf, type Names } from './replace-names.ts';

/** A person as a team knows them: all memberships that have ended, and what names the person. */
export type FormerMember = Names & {
  memberIds: string[];
  /** Null for somebody who has never accepted the invitation. */
  personId: string | null;
  /** The person has joined or was invited again. What is about the new membership stays. */
  isMemberAgain: boolean;
};

type Row = { id: string; user_id: string | null; email: string; status: string };

/** Null if the team has no such member. */
export async function findPerson(
  handles: PeopleHandles,
  tenant_id: string,
  memberId: string,
): Promise<FormerMember | null> {
  const [, inTeam] = handles;
  const { prisma } = inTeam(tenant_id);
  const select = { id: true, user_id: true, email: true, status: true };
  const member = await prisma.member.findFirst({ where: { tenant_id, id: memberId }, select });
  if (!member) return null;
  const isNamed = member.email !== ERASED_EMAIL;
  // Of somebody who was invited and has not accepted, a later membership with the address may tell.
  const joined =
    member.user_id === null && isNamed
      ? await prisma.member.findFirst({
          where: { tenant_id, email: member.email, user_id: { not: null } },
          select,
        })
      : member;
  const personId = joined?.user_id ?? null;
  const own = personId && (await findNames(handles, tenant_id, personId));
  const known = new Set([...(isNamed ? [member.email] : []), ...(own ? own.addresses : [])]);
  const rows: Row[] = await prisma.member.findMany({
    where: {
      tenant_id,
      OR: [{ email: { in: [...known] } }, ...(personId === null ? [] : [{ user_id: personId }])],
    },
    select,
  });
  // An address may have gone to somebody else, who is a member too.
  const others = rows.filter(({ user_id }) => user_id !== null && user_id !== personId);
  const taken = new Set(others.map(({ email }) => email));
  const addresses = [...known].filter((address) => !taken.has(address));
  const same = rows.filter(({ user_id, email }) =>
    user_id === null ? addresses.includes(email) : user_id === personId,
  );
  const removed = same.filter(({ status }) => status === 'removed');
  return {
    memberIds: [...new Set([memberId, ...removed.map(({ id }) => id)])],
    personId,
    name: fullNameOf(own ? own.name : null),
    addresses,
    isMemberAgain: same.some(({ status }) => status !== 'removed'),
  };
}

/** Of an account that is gone, what it has left with the team. */
async function findNames(
  [people, inTeam]: PeopleHandles,
  tenant_id: string,
  personId: string,
): Promise<OwnNames> {
  const own = await findOwnNames(people, personId);
  if (own.addresses.length > 0) return own;
  const rows = await inTeam(tenant_id).prisma.member.findMany({
    where: { tenant_id, user_id: personId },
    select: { former_name: true, former_addresses: true },
  });
  return {
    name: rows.find(({ former_name }) => former_name !== null)?.former_name ?? null,
    addresses: rows.flatMap(({ former_addresses }) => former_addresses),
  };
}
