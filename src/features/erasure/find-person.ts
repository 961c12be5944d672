import type { PeopleHandles } from '../../db/transaction.ts';
import { findOwnNames } from '../account/find-own-names.ts';
import { type AddressSpan, findAddressSpans } from '../members/find-address-spans.ts';
import { ERASED_EMAIL, type Names } from './replace-names.ts';

/** A person as a team knows them: all memberships that have ended, and what names the person. */
export type FormerMember = Names & {
  memberIds: string[];
  /** When which address was the person's: mails to it before and after are somebody else's. */
  spans: AddressSpan[];
  /** Null for somebody who has never accepted the invitation. */
  personId: string | null;
  /** The person has joined or was invited again. What is about the new membership stays. */
  isMemberAgain: boolean;
};

const select = {
  ...{ id: true, user_id: true, email: true, status: true, removed_at: true },
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
type Kept = { member_id: string; kind: string; value: string; until: Date };

/** Null if the team has no such member. */
export async function findPerson(
  handles: PeopleHandles,
  tenant_id: string,
  memberId: string,
): Promise<FormerMember | null> {
  const [people, inTeam] = handles;
  const { db, prisma } = inTeam(tenant_id);
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
  const own = personId === null ? [member] : await rowsOf(handles, tenant_id, personId);
  const kept: Kept[] = await prisma.memberName.findMany({
    where: { tenant_id, member_id: { in: own.map(({ id }) => id) } },
    select: { member_id: true, kind: true, value: true, until: true },
  });
  const account = personId === null ? null : await findOwnNames(people, personId);
  const lasting = new Set([member.email, ...(account?.addresses.slice(0, 1) ?? [])]);
  const known = new Set([...addressesIn([member, ...own], kept), ...(account?.addresses ?? [])]);
  const rows: Row[] = await prisma.member.findMany({
    where: { tenant_id, email: { in: [...known] } },
    select,
  });
  // An address that the person has given up may be that of another member, or of somebody invited.
  const taken = new Set(
    rows
      .filter(({ user_id, status, email }) =>
        user_id === null ? status === 'invited' && !lasting.has(email) : user_id !== personId,
      )
      .map(({ email }) => email),
  );
  const addresses = [...known].filter((address) => !taken.has(address));
  const invited = rows.filter(
    ({ user_id, email }) => user_id === null && addresses.includes(email),
  );
  const same = [...own, ...invited];
  const removed = same.filter(({ status }) => status === 'removed');
  const memberIds = [...new Set([memberId, ...removed.map(({ id }) => id)])];
  return {
    ...{ memberIds, personId, addresses },
    names: namesOf(own, kept, account?.name ?? null),
    spans: withOthers(await findAddressSpans(db, memberIds), addresses),
    isMemberAgain: same.some(({ status }) => status !== 'removed'),
  };
}

function rowsOf([, inTeam]: PeopleHandles, tenant_id: string, user_id: string): Promise<Row[]> {
  return inTeam(tenant_id).prisma.member.findMany({ where: { tenant_id, user_id }, select });
}

/** Also what version 0.4.0 has left of an account that is gone, whose later addresses are among it. */
function addressesIn(rows: readonly Row[], kept: readonly Kept[]): string[] {
  const present = rows.flatMap(({ email, former_addresses }) => [email, ...former_addresses]);
  const former = kept.filter(({ kind }) => kind === 'email').map(({ value }) => value);
  return [...present, ...former].filter((address) => address !== ERASED_EMAIL);
}

/** The team may not know since when an address was the person's: one of which it has never heard. */
function withOthers(spans: AddressSpan[], addresses: readonly string[]): AddressSpan[] {
  const unknown = addresses.filter((address) => !spans.some((span) => span.address === address));
  return [...spans, ...unknown.map((address) => ({ address, since: new Date(0), until: null }))];
}

/** All that the person was called while in the team. The name of the account is one, unless it is later. */
function namesOf(rows: readonly Row[], kept: readonly Kept[], present: string | null): string[] {
  const former = kept.filter(({ kind }) => kind === 'name');
  const isLater = rows.every(({ id, removed_at }) =>
    former.some(
      ({ member_id, until }) => member_id === id && removed_at !== null && until >= removed_at,
    ),
  );
  const names = former.map(({ value }) => value);
  return [...new Set(present === null || isLater ? names : [...names, present])];
}
