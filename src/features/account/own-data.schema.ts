import { z } from 'zod';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { TeamPrisma } from '../../db/prisma/team-prisma.ts';

type Page = { after: string; take: number };
type OfPerson = Page & { personId: string };
type OfMember = Page & { tenantId: string; memberIds: string[]; addresses: string[] };

const pageOf = ({ after, take }: Page) =>
  ({ where: { id: { gt: after } }, part: { take, orderBy: { id: 'asc' } } }) as const;

/** The lists of an account, by their names in the file. */
export const accountLists = {
  sessions: (prisma: PeoplePrisma, { personId: person_id, ...page }: OfPerson) =>
    prisma.session.findMany({
      where: { person_id, ...pageOf(page).where },
      omit: { token_hash: true, previous_hash: true, proved_as: true },
      ...pageOf(page).part,
    }),
  passkeys: (prisma: PeoplePrisma, { personId: person_id, ...page }: OfPerson) =>
    prisma.passkey.findMany({
      where: { person_id, ...pageOf(page).where },
      omit: { public_key: true, counter: true },
      ...pageOf(page).part,
    }),
  links: (prisma: PeoplePrisma, { personId: person_id, ...page }: OfPerson) =>
    prisma.oneTimeLink.findMany({
      where: { person_id, ...pageOf(page).where },
      omit: { token_hash: true },
      ...pageOf(page).part,
    }),
  security_log: (prisma: PeoplePrisma, { personId: person_id, ...page }: OfPerson) =>
    prisma.securityLog.findMany({
      where: { person_id, ...pageOf(page).where },
      ...pageOf(page).part,
    }),
  mails: (prisma: PeoplePrisma, { personId: person_id, ...page }: OfPerson) =>
    prisma.mail.findMany({
      where: { person_id, ...pageOf(page).where },
      omit: { sealed_link: true },
      ...pageOf(page).part,
    }),
};

/** The lists of each team. */
export const teamLists = {
  trainings: (prisma: TeamPrisma, { tenantId: tenant_id, memberIds, ...page }: OfMember) =>
    prisma.training.findMany({
      where: { tenant_id, member_id: { in: memberIds }, ...pageOf(page).where },
      include: { evaluation: true },
      ...pageOf(page).part,
    }),
  assignments: (prisma: TeamPrisma, { tenantId: tenant_id, memberIds, ...page }: OfMember) =>
    prisma.assignment.findMany({
      where: { tenant_id, member_id: { in: memberIds }, ...pageOf(page).where },
      ...pageOf(page).part,
    }),
  cases: (prisma: TeamPrisma, { tenantId: tenant_id, memberIds, ...page }: OfMember) =>
    prisma.teamCase.findMany({
      where: { tenant_id, member_id: { in: memberIds }, ...pageOf(page).where },
      ...pageOf(page).part,
    }),
  policies: (prisma: TeamPrisma, { tenantId: tenant_id, memberIds, ...page }: OfMember) =>
    prisma.policy.findMany({
      where: { tenant_id, member_id: { in: memberIds }, ...pageOf(page).where },
      ...pageOf(page).part,
    }),
  api_keys: (prisma: TeamPrisma, { tenantId: tenant_id, memberIds, ...page }: OfMember) =>
    prisma.apiKey.findMany({
      where: { tenant_id, created_by: { in: memberIds }, ...pageOf(page).where },
      omit: { hash: true },
      ...pageOf(page).part,
    }),
  audit_entries: (prisma: TeamPrisma, { tenantId: tenant_id, memberIds, ...page }: OfMember) =>
    prisma.auditEntry.findMany({
      where: { tenant_id, actor_kind: 'user', actor_id: { in: memberIds }, ...pageOf(page).where },
      ...pageOf(page).part,
    }),
  mails: (prisma: TeamPrisma, { tenantId: tenant_id, addresses, ...page }: OfMember) =>
    prisma.mail.findMany({
      where: { tenant_id, recipient: { in: addresses }, ...pageOf(page).where },
      omit: { sealed_link: true },
      ...pageOf(page).part,
    }),
};

/** Where the file is, and how much there is in it of the account. */
export const ownDataOverview = z.strictObject({
  url: z.literal('/app/export/my-data.json'),
  teams: z.int(),
  sessions: z.int(),
  passkeys: z.int(),
  security_log: z.int(),
  mails: z.int(),
});
export type OwnDataOverview = z.output<typeof ownDataOverview>;
