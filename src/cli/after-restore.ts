import type { AllTeamsPrisma } from '../db/prisma/team-prisma.ts';
import { acrossTeams } from '../db/transaction.ts';
import { UsageError } from '../shared/errors/usage-error.ts';
import { command } from './command.ts';
import { required, time } from './flags.ts';

const MOST_CHANGES = 1_000;
/** A statement about tables of teams names the teams. */
const TEAMS_AT_ONCE = 1_000;

/** No row tells these: the restore has lost what was written about them. */
const notKnown = [
  'which of these keys were revoked or rotated',
  'which of these members were removed, and whose role or rights were changed',
  'which of these passwords, passkeys and addresses were changed or removed',
  'which of these links were used',
  'which webhook endpoints, CRM connections and technical contacts were removed or changed',
];

export const afterRestore = command({
  name: 'after-restore',
  summary: 'end all sessions after a restore, and name what else may work again',
  result:
    '{sessions, command_lines, older: {keys, members, …}, changes: [{at, tenant_id, action, target_id}], not_known}',
  flags: {
    since: required(
      'TIME',
      'the moment to which you have restored, such as 2026-11-25T10:13:00Z',
      time,
    ),
  },
  notes: [
    'sessions, command_lines: how many it has ended. Everybody signs in again.',
    'older: how many of each kind, made before TIME, work now. What was ended after TIME is among them.',
    `changes: what the database knows to have happened since TIME to keys, members and owners, the newest ${MOST_CHANGES}.`,
    'not_known: what nobody can read in the database any more. Ask the teams.',
    'It works beside running processes, and may be given again.',
  ],
  run: ({ pool, now }, { since }) => {
    if (since > now) throw new UsageError('after-restore: --since is in the future.');
    return acrossTeams(pool, async (prisma, client) => {
      // The tables of people and keys are read whole.
      await client.query('set local statement_timeout = 0; set local enable_seqscan = on');
      const { count: sessions } = await prisma.session.deleteMany();
      const { count: requests } = await prisma.commandLineRequest.deleteMany();
      const { count: tokens } = await prisma.commandLineToken.deleteMany();
      return {
        sessions,
        command_lines: requests + tokens,
        older: await olderAccess(prisma, { since, now }),
        changes: await changesSince(prisma, since),
        not_known: notKnown,
      };
    });
  },
});

/** What gives access and is older than the moment: if it was ended later, it works again. */
async function olderAccess(prisma: AllTeamsPrisma, { since, now }: { since: Date; now: Date }) {
  const created_at = { lte: since };
  const unchanged = [{ password_changed_at: null }, { password_changed_at: { lte: since } }];
  const unexpired = [{ expires_at: null }, { expires_at: { gt: now } }];
  const older = { members: 0, admins: 0 };
  for await (const tenant_id of batchesOfTeams(prisma)) {
    const where = { tenant_id, status: 'active', created_at };
    older.members += await prisma.member.count({ where });
    older.admins += await prisma.member.count({ where: { ...where, role: 'admin' } });
  }
  return {
    keys: await prisma.apiKey.count({ where: { created_at, revoked_at: null, OR: unexpired } }),
    ...older,
    passwords: await prisma.person.count({
      where: { created_at, password_hash: { not: null }, OR: unchanged },
    }),
    passkeys: await prisma.passkey.count({ where: { created_at } }),
    links: await prisma.oneTimeLink.count({
      where: { created_at, used_at: null, expires_at: { gt: now } },
    }),
  };
}

async function changesSince(prisma: AllTeamsPrisma, since: Date) {
  const kinds = ['api_key.', 'member.', 'ownership.'].map((startsWith) => ({
    action: { startsWith },
  }));
  const changes = [];
  for await (const tenant_id of batchesOfTeams(prisma)) {
    const entries = await prisma.auditEntry.findMany({
      select: { created_at: true, tenant_id: true, action: true, target_id: true },
      where: { tenant_id, created_at: { gt: since }, OR: kinds },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
      take: MOST_CHANGES,
    });
    changes.push(...entries.map(({ created_at: at, ...entry }) => ({ at, ...entry })));
  }
  return changes.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MOST_CHANGES);
}

async function* batchesOfTeams(prisma: AllTeamsPrisma): AsyncGenerator<{ in: string[] }> {
  const teams = await prisma.tenant.findMany({ select: { id: true } });
  for (let n = 0; n < teams.length; n += TEAMS_AT_ONCE) {
    yield { in: teams.slice(n, n + TEAMS_AT_ONCE).map(({ id }) => id) };
  }
}
