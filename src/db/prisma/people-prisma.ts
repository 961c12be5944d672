import type { PrismaClient } from '../generated/client.ts';
import { models } from './models.ts';
import type { PrismaLoan } from './prisma-loan.ts';
import { delegates } from './team-prisma.ts';

const people = [
  'Person',
  'Session',
  'Passkey',
  'SignInChallenge',
  'OneTimeLink',
  'KnownDevice',
  'SecurityLog',
  'PersonTeam',
  'CommandLineRequest',
  'CommandLineToken',
  'SavedView',
] as const;
const reading = ['findUnique', 'findFirst', 'findMany', 'count'] as const;
const ofMails = ['count', 'createMany', 'updateMany', 'findMany'] as const;
const ofErasures = ['createMany'] as const;
const readingMembers = ['findFirst', 'findMany', 'count'] as const;

/**
 * Prisma's models about people, who belong to no team, for sign-in and accounts.
 *
 * This handle also reads teams, and the members of the teams that the `where` names. It reads and writes
 * mails to people, erases links in mails, and notes that an account was removed. It refuses everything else
 * about a team.
 */
export type PeoplePrisma = {
  readonly [M in Uncapitalize<(typeof people)[number]>]: PrismaClient[M];
} & {
  readonly tenant: Pick<PrismaClient['tenant'], (typeof reading)[number]>;
  readonly member: Pick<PrismaClient['member'], (typeof readingMembers)[number]>;
  readonly mail: Pick<PrismaClient['mail'], (typeof ofMails)[number]>;
  readonly erasure: Pick<PrismaClient['erasure'], (typeof ofErasures)[number]>;
};

export function peoplePrisma(loan: Pick<PrismaLoan, 'run'>): PeoplePrisma {
  return delegates(loan, (model, method, args) => checkAboutPeople(model, { method, args }));
}

type Called = { method: string; args: unknown };

/** Refuses a call before it runs, as TenantArguments does for a team. */
function checkAboutPeople(model: string, { method, args }: Called): void {
  const isAllowed =
    includes(people, model) ||
    (model === 'Tenant' && includes(reading, method)) ||
    (model === 'Member' && includes(readingMembers, method) && namesTeams(args)) ||
    (model === 'Mail' && includes(ofMails, method) && isAboutPerson(args, method)) ||
    (model === 'Erasure' && includes(ofErasures, method) && isAboutPerson(args, method));
  if (!isAllowed) refuse(`${model}.${method} without a team`);
  for (const name of namesIn(args)) {
    if (toTeamData.has(name)) refuse(`${name} leads to a team's rows`);
  }
  for (const part of ['data', 'create', 'update']) {
    if (namesIn(partOf(args, part)).some((name) => models.get(model)?.relations.has(name))) {
      refuse(`${model}.${method} writes related rows`);
    }
  }
}

function namesTeams(args: unknown): boolean {
  const tenant = partOf(partOf(args, 'where'), 'tenant_id');
  if (typeof tenant === 'string') return true;
  const several = partOf(tenant, 'in');
  return (
    Array.isArray(several) &&
    several.every((id) => typeof id === 'string') &&
    Object.keys(tenant as object).length === 1
  );
}

/**
 * True if a mail or an erasure is about a person and not about a team. The link in any mail may be
 * erased.
 */
function isAboutPerson(args: unknown, method: string): boolean {
  const data = partOf(args, 'data');
  if (method === 'updateMany') return JSON.stringify(data) === '{"sealed_link":null}';
  if (method === 'count' || method === 'findMany')
    return typeof partOf(partOf(args, 'where'), 'person_id') === 'string';
  const rows = Array.isArray(data) ? data : [data];
  return rows.every(
    (row) => typeof partOf(row, 'person_id') === 'string' && partOf(row, 'tenant_id') === undefined,
  );
}

/** The relations of teams and members that lead to rows about something else than people. */
const toTeamData: ReadonlySet<string> = new Set(
  [models.get('Tenant'), models.get('Member')]
    .flatMap((model) => [...(model?.relations ?? [])])
    .filter(([, target]) => !includes(people, target))
    .map(([name]) => name),
);

/** All names of arguments, at any depth. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? value[name as keyof typeof value]
    : undefined;
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

function refuse(why: string): never {
  throw new Error(`Prisma call refused: ${why}`);
}
