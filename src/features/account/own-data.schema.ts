import { z } from 'zod';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { TeamPrisma } from '../../db/prisma/team-prisma.ts';
import type { AddressSpan } from '../members/find-address-spans.ts';

type Page = { after: string; take: number };
type Own = {
  personId: string;
  /** All memberships, present and former. */
  memberIds: string[];
  email: string;
  /**
   * Since when the account has this address. Mails to the address before that time were for
   * somebody else.
   */
  emailSince: Date;
};
type OfPerson = Page & Own;
type OfMember = Page & { tenantId: string; memberIds: string[]; spans: AddressSpan[] };

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
  command_lines: (prisma: PeoplePrisma, { personId: person_id, ...page }: OfPerson) =>
    prisma.commandLineToken.findMany({
      where: { person_id, ...pageOf(page).where },
      omit: { token_hash: true },
      ...pageOf(page).part,
    }),
  saved_views: (prisma: PeoplePrisma, { personId: person_id, ...page }: OfPerson) =>
    prisma.savedView.findMany({
      where: { person_id, ...pageOf(page).where },
      ...pageOf(page).part,
    }),
  passkeys: (prisma: PeoplePrisma, { personId: person_id, ...page }: OfPerson) =>
    prisma.passkey.findMany({
      where: { person_id, ...pageOf(page).where },
      omit: { public_key: true, counter: true },
      ...pageOf(page).part,
    }),
  /**
   * Browsers in which the person has signed in. A browser has a hash and no id, so the file numbers them.
   */
  async devices(prisma: PeoplePrisma, { personId: person_id, after, take }: OfPerson) {
    const skip = Number(after);
    const found = await prisma.knownDevice.findMany({
      where: { person_id },
      omit: { token_hash: true },
      orderBy: [{ created_at: 'asc' }, { token_hash: 'asc' }],
      skip,
      take,
    });
    return found.map((device, n) => ({ id: String(skip + n + 1), ...device }));
  },
  /** Includes invitations, which name a membership, or only an address. */
  links: (
    prisma: PeoplePrisma,
    { personId: person_id, memberIds, email, emailSince, ...page }: OfPerson,
  ) =>
    prisma.oneTimeLink.findMany({
      where: {
        OR: [
          { person_id },
          { member_id: { in: memberIds } },
          { person_id: null, email, created_at: { gte: emailSince } },
        ],
        ...pageOf(page).where,
      },
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
  /**
   * Names and addresses by which the team knew the person before. They have no ids, so the file numbers them.
   */
  async former_names(
    prisma: TeamPrisma,
    { tenantId: tenant_id, memberIds, after, take }: OfMember,
  ) {
    const skip = Number(after);
    const found = await prisma.memberName.findMany({
      where: { tenant_id, member_id: { in: memberIds } },
      orderBy: [{ until: 'asc' }, { member_id: 'asc' }, { kind: 'asc' }, { value: 'asc' }],
      skip,
      take,
    });
    return found.map((name, n) => ({ id: String(skip + n + 1), ...name }));
  },
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
  /** Single deliveries of webhooks that the person has retried, and those of `retry_runs`. */
  async retries(prisma: TeamPrisma, { tenantId: tenant_id, memberIds, after, take }: OfMember) {
    const [delivery_id = '', n = '0'] = after.split(' ');
    const found = await prisma.webhookRetry.findMany({
      where: {
        tenant_id,
        actor_kind: 'user',
        actor_id: { in: memberIds },
        OR: [{ delivery_id: { gt: delivery_id } }, { delivery_id, n: { gt: Number(n) } }],
      },
      orderBy: [{ delivery_id: 'asc' }, { n: 'asc' }],
      take,
    });
    return found.map((retry) => ({ id: `${retry.delivery_id} ${retry.n}`, ...retry }));
  },
  async retry_runs(prisma: TeamPrisma, { tenantId: tenant_id, memberIds, after, take }: OfMember) {
    const [id = '', endpoint_id = ''] = after.split(' ');
    const found = await prisma.webhookRetryRun.findMany({
      where: {
        tenant_id,
        actor_kind: 'user',
        actor_id: { in: memberIds },
        OR: [{ id: { gt: id } }, { id, endpoint_id: { gt: endpoint_id } }],
      },
      orderBy: [{ id: 'asc' }, { endpoint_id: 'asc' }],
      take,
    });
    return found.map((run) => ({ ...run, id: `${run.id} ${run.endpoint_id}` }));
  },
  /** Leaves out the other person of an offer. A team has one offer at a time. */
  async ownership_offers(prisma: TeamPrisma, { tenantId: tenant_id, memberIds, after }: OfMember) {
    const found = await prisma.ownershipOffer.findMany({
      where: {
        tenant_id,
        OR: [{ member_id: { in: memberIds } }, { offered_by: { in: memberIds } }],
      },
    });
    if (after !== '') return [];
    return found.map(({ member_id, created_at, expires_at }) => ({
      id: tenant_id,
      offered_to_you: memberIds.includes(member_id),
      created_at,
      expires_at,
    }));
  },
  /** Leaves out mails to an address before it was the person's, and after it became somebody else's. */
  mails: (prisma: TeamPrisma, { tenantId: tenant_id, spans, ...page }: OfMember) =>
    prisma.mail.findMany({
      where: {
        tenant_id,
        ...pageOf(page).where,
        OR: spans.map(({ address, since, until }) => ({
          recipient: address,
          created_at: { gte: since, ...(until ? { lt: until } : {}) },
        })),
      },
      omit: { sealed_link: true },
      ...pageOf(page).part,
    }),
};

/**
 * So many rows of lists with large columns are read at once. At their limits, they have less than 2 MB: a case has
 * 128 KiB, a training with its evaluation 420, an entry of the audit log 360, an assignment 31.
 */
export const fewRows: Readonly<Record<string, number>> = {
  trainings: 4,
  assignments: 50,
  cases: 4,
  audit_entries: 5,
};

const secret = 'a secret, or the hash of one: whoever has the file could use it';
const ofTeam = 'a text of the team, which may name anybody; its rows are not those of the person';

/** The part of the file that contains the rows of a table: the account, or each team. */
export const ownDataParts: Readonly<Record<string, string>> = {
  person: 'account',
  session: 'sessions',
  command_line_token: 'command_lines',
  saved_view: 'saved_views',
  passkey: 'passkeys',
  known_device: 'devices',
  one_time_link: 'links',
  security_log: 'security_log',
  member: 'memberships',
  member_name: 'former_names',
  training: 'trainings',
  evaluation: 'trainings',
  assignment: 'assignments',
  team_case: 'cases',
  api_key: 'api_keys',
  audit_entry: 'audit_entries',
  mail: 'mails',
};

/** Personal data that the file does not contain: a table or one of its columns, and the reason. */
export const leftOutOfOwnData: Readonly<Record<string, string>> = {
  'person.password_hash': secret,
  'person.former_password_hash': secret,
  'person.password_hash_at_change': secret,
  'member.sandbox_name': 'the name of a member of a sandbox, who is no person',
  'passkey.public_key': 'serves sign-in alone, and is kept by the device of the person too',
  'known_device.token_hash': secret,
  person_team: 'the teams themselves are in the file',
  command_line_request: 'names a person for the minutes between a confirmation and its token',
  sign_in_challenge: 'random bytes for five minutes of a sign-in',
  idempotency_record: 'a repeated answer to a program of the team, for 24 hours',
  'tenant.name': ofTeam,
  webhook_endpoint: ofTeam,
  webhook_event: ofTeam,
  webhook_attempt: ofTeam,
  listener: 'a command line of the person, removed a day after its end; its login is in the file',
  listener_event: ofTeam,
  technical_contact:
    'an address that a team has written down; its mails show it, and their link erases it',
  team_catalog_entry: ofTeam,
  crm_deal: ofTeam,
  crm_former_deal: ofTeam,
  crm_objection: ofTeam,
  crm_connection: ofTeam,
  crm_owner: 'who is in charge of deals in a CRM of the team, which the team can show',
  training_intake: 'waits for a start, and nobody knows yet whose it is',
  'graphile_worker._private_jobs': 'a mail on its way, which is in the file once it is written',
};

/** Where the file is, and how much data of the account it contains. */
export const ownDataOverview = z.strictObject({
  url: z.literal('/app/export/my-data.json'),
  teams: z.int(),
  sessions: z.int(),
  passkeys: z.int(),
  security_log: z.int(),
  mails: z.int(),
});
export type OwnDataOverview = z.output<typeof ownDataOverview>;
