import type { PersonVisit } from '../../operation/call.ts';
import type { PersonExport, ReadPiece } from '../../operation/person-export.ts';
import { ownTick } from '../../shared/load/long-work.ts';
import { findAddressSpans } from '../members/find-address-spans.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { accountLists, fewRows, type OwnDataOverview, teamLists } from './own-data.schema.ts';

type Row = { id: string };
type Read = (after: string, take: number) => Promise<Row[]>;

/**
 * Everything that is stored about a person: the account, and the person's data in each present and
 * former team. The privacy switches of a team hide nobody's own data. Secrets and hashes are left
 * out.
 */
export const ownDataExport: PersonExport = {
  right: 'export_own_data',
  fileName: 'my-data.json',
  begin: (visit, { prisma }, personId) =>
    recordSecurity(visit, prisma, { personId, kind: 'data_exported' }),
  async *chunks(read, { personId, now }, rows = 500) {
    const account = await read(({ prisma }) =>
      prisma.person.findUniqueOrThrow({
        where: { id: personId },
        omit: { password_hash: true, former_password_hash: true, password_hash_at_change: true },
      }),
    );
    const head = JSON.stringify({ exported_at: now, account }, null, 1);
    yield head.slice(0, head.lastIndexOf('}')).trimEnd();
    const teams = await teamsOf(read, personId);
    const own = await ownOf(read, { ...account, teams });
    for (const [name, list] of Object.entries(accountLists)) {
      yield* listOf(name, rows, (after, take) =>
        read<Row[]>(({ prisma }) => list(prisma, { ...own, after, take })),
      );
    }
    yield ',\n"teams": [';
    let separator = '\n';
    for (const team of await withSandboxes(read, teams)) {
      yield separator;
      yield* teamOf(read, { personId, ...team }, rows);
      separator = ',\n';
    }
    yield ']\n}\n';
  },
};

async function teamsOf(read: ReadPiece, person_id: string): Promise<string[]> {
  const belongings = await read(({ prisma }) =>
    prisma.personTeam.findMany({ where: { person_id }, orderBy: { tenant_id: 'asc' } }),
  );
  return belongings.map(({ tenant_id }) => tenant_id);
}

type OneTeam = { tenantId: string; homeTenantId: string };

/** Each team, and then its sandboxes: what the person has done there, as a member of that team. */
async function withSandboxes(read: ReadPiece, teams: string[]): Promise<OneTeam[]> {
  const sandboxes = await read(({ prisma: people }) =>
    people.tenant.findMany({
      where: { sandbox_of: { in: teams } },
      select: { id: true, sandbox_of: true },
      orderBy: { id: 'asc' },
    }),
  );
  return teams.flatMap((homeTenantId) => {
    const own = sandboxes.filter(({ sandbox_of }) => sandbox_of === homeTenantId);
    return [homeTenantId, ...own.map(({ id }) => id)].map((tenantId) => {
      return { tenantId, homeTenantId };
    });
  });
}

type Account = { id: string; email: string; created_at: Date; teams: string[] };

/**
 * The person's own mails and links. Somebody else may have had the address before: the invitations
 * to that person are left out.
 */
function ownOf(read: ReadPiece, { id: personId, email, created_at, teams }: Account) {
  return read(async ({ prisma: people }) => {
    const members = await people.member.findMany({
      where: { tenant_id: { in: teams }, user_id: personId },
      select: { id: true },
    });
    const change = await people.securityLog.findFirst({
      where: { person_id: personId, kind: 'email_changed' },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    });
    const memberIds = members.map(({ id }) => id);
    return { personId, memberIds, email, emailSince: change?.created_at ?? created_at };
  });
}

async function* teamOf(
  read: ReadPiece,
  { personId, tenantId, homeTenantId }: OneTeam & { personId: string },
  rows: number,
): AsyncGenerator<string> {
  const isSandbox = tenantId !== homeTenantId;
  const { team, members, spans } = await read(async ({ prisma: people, inTeam }) => {
    const { db, prisma } = inTeam(tenantId);
    const members = await inTeam(homeTenantId).prisma.member.findMany({
      where: { tenant_id: homeTenantId, user_id: personId },
      orderBy: { id: 'asc' },
    });
    const { email } = await people.person.findUniqueOrThrow({ where: { id: personId } });
    const invitations = await prisma.member.findMany({
      // A member of a sandbox is no person, even with this address.
      where: { tenant_id: tenantId, user_id: null, email: isSandbox ? '' : email },
      select: { id: true },
    });
    return {
      team: await prisma.tenant.findUnique({
        where: { id: tenantId },
        select: { id: true, name: true, status: true, sandbox_of: true },
      }),
      members,
      spans: await findAddressSpans(
        db,
        [...members, ...invitations].map(({ id }) => id),
      ),
    };
  });
  const memberships = isSandbox ? [] : members;
  const head = JSON.stringify({ team, memberships }, null, 1);
  yield head.slice(0, head.lastIndexOf('}')).trimEnd();
  const memberIds = members.map(({ id }) => id);
  for (const [name, list] of Object.entries(teamLists)) {
    yield* listOf(name, rows, (after, take) =>
      read<Row[]>(({ inTeam }) => {
        const { prisma } = inTeam(tenantId);
        return list(prisma, { tenantId, memberIds, spans, after, take });
      }),
    );
  }
  yield '\n}';
}

async function* listOf(name: string, most: number, read: Read): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`;
  let separator = '\n';
  const atOnce = Math.min(most, fewRows[name] ?? most);
  for (let after = ''; ; ) {
    await ownTick();
    const rows = await read(after, atOnce);
    if (rows.length > 0) yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) break;
    after = last.id;
    separator = ',\n';
  }
  yield ']';
}

/**
 * Says where the person's own data can be downloaded, and how much there is. The file is a stream,
 * because it may be large.
 */
export async function getOwnDataOverview({
  prisma,
  session,
}: PersonVisit): Promise<OwnDataOverview> {
  const where = { person_id: session.personId };
  return {
    url: '/app/export/my-data.json',
    teams: await prisma.personTeam.count({ where }),
    sessions: await prisma.session.count({ where }),
    passkeys: await prisma.passkey.count({ where }),
    security_log: await prisma.securityLog.count({ where }),
    mails: await prisma.mail.count({ where }),
  };
}
