import type { TeamPrisma } from '../../db/prisma/team-prisma.ts';
import type { PeopleHandles } from '../../db/transaction.ts';
import { findOwnNames } from '../account/find-own-names.ts';
import { type AddressSpan, findAddressSpans } from '../members/find-address-spans.ts';
import { type BorneName, listNames } from './list-names.ts';
import { ERASED_EMAIL } from './replace-names.ts';

/** A person as a team knows the person: all memberships that have ended, and the names and addresses. */
export type FormerMember = {
  names: BorneName[];
  addresses: string[];
  memberIds: string[];
  /**
   * The periods in which each address was the person's. Mails to it before and after belong to
   * somebody else.
   */
  spans: AddressSpan[];
  /** Null for a person who has never accepted the invitation. */
  personId: string | null;
  /** The person has joined or was invited again. Data about the new membership stay. */
  isMemberAgain: boolean;
};

const select = {
  id: true,
  user_id: true,
  email: true,
  status: true,
  removed_at: true,
  former_addresses: true,
} as const;
type Row = {
  id: string;
  user_id: string | null;
  email: string;
  status: string;
  removed_at: Date | null;
  former_addresses: string[];
};

/** Null if the team has no such member. */
export async function findPerson(
  handles: PeopleHandles,
  tenant_id: string,
  memberId: string,
): Promise<FormerMember | null> {
  const { prisma: people, inTeam } = handles;
  const { db, prisma } = inTeam(tenant_id);
  const found = await findMemberships(prisma, tenant_id, memberId);
  if (!found) return null;
  const { member, own, personId } = found;
  const ownIds = own.map(({ id }) => id);
  const kept = await prisma.memberName.findMany({
    where: { tenant_id, member_id: { in: ownIds }, kind: 'email' },
    select: { value: true },
  });
  const account = personId === null ? null : await findOwnNames(people, personId);
  const lasting = new Set([member.email, ...(account?.addresses.slice(0, 1) ?? [])]);
  const existing = new Set([
    ...addressesIn(
      [member, ...own],
      kept.map(({ value }) => value),
    ),
    ...(account?.addresses ?? []),
  ]);
  const rows: Row[] = await prisma.member.findMany({
    where: { tenant_id, email: { in: [...existing] } },
    select,
  });
  // If the person has given up an address, another member may have it now, or somebody who is
  // invited.
  const taken = new Set(
    rows
      .filter(({ user_id, status, email }) =>
        user_id === null ? status === 'invited' && !lasting.has(email) : user_id !== personId,
      )
      .map(({ email }) => email),
  );
  const addresses = [...existing].filter((address) => !taken.has(address));
  const invited = rows.filter(
    ({ user_id, email }) => user_id === null && addresses.includes(email),
  );
  const same = [...own, ...invited];
  const removed = same.filter(({ status }) => status === 'removed');
  const memberIds = [...new Set([memberId, ...removed.map(({ id }) => id)])];
  return {
    memberIds,
    personId,
    addresses,
    names: await listNames(db, ownIds),
    spans: withOthers(await findAddressSpans(db, memberIds), addresses),
    isMemberAgain: same.some(({ status }) => status !== 'removed'),
  };
}

type Memberships = { member: Row; own: Row[]; personId: string | null };

/**
 * All memberships, present and former, of the person with this membership. Null if the team has no
 * such member.
 */
export async function findMemberships(
  prisma: TeamPrisma,
  tenant_id: string,
  memberId: string,
): Promise<Memberships | null> {
  const member = await prisma.member.findFirst({ where: { tenant_id, id: memberId }, select });
  if (!member) return null;
  // If the person was invited and has not accepted, a later membership with the same address may tell who the
  // person is.
  const joined =
    member.user_id === null && member.email !== ERASED_EMAIL
      ? await prisma.member.findFirst({
          where: { tenant_id, email: member.email, user_id: { not: null } },
          select,
        })
      : member;
  const personId = joined?.user_id ?? null;
  if (personId === null) return { member, own: [member], personId };
  const own = await prisma.member.findMany({ where: { tenant_id, user_id: personId }, select });
  return { member, own, personId };
}

/** The addresses in the rows, also those that version 0.4.0 has left of a removed account. */
function addressesIn(rows: readonly Row[], kept: readonly string[]): string[] {
  const present = rows.flatMap(({ email, former_addresses }) => [email, ...former_addresses]);
  return [...present, ...kept].filter((address) => address !== ERASED_EMAIL);
}

/**
 * Adds addresses that the team has never seen. The team does not know since when these were the addresses of
 * the person.
 */
function withOthers(spans: AddressSpan[], addresses: readonly string[]): AddressSpan[] {
  const unknown = addresses.filter((address) => !spans.some((span) => span.address === address));
  return [...spans, ...unknown.map((address) => ({ address, since: new Date(0), until: null }))];
}
