import type { TeamVisit } from '../../operation/call.ts';
import type { CommandLines } from './command-line.schema.ts';

/** The command lines that are logged in to the team, the latest first. */
export async function listLogins({ db, prisma, actor, now }: TeamVisit): Promise<CommandLines> {
  const tenant_id = db.tenantId;
  const found = await prisma.commandLineToken.findMany({
    where: { tenant_id, expires_at: { gt: now } },
    omit: { token_hash: true },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  });
  const members = await prisma.member.findMany({
    where: {
      tenant_id,
      user_id: { in: found.map(({ person_id }) => person_id) },
      status: 'active',
    },
    select: { id: true, user_id: true, email: true, name: true },
  });
  const byPerson = new Map(members.map((member) => [member.user_id, member]));
  return {
    data: found.map(({ id, person_id, machine, system, ip, ...times }) => {
      const member = byPerson.get(person_id);
      const isOwn = person_id === actor.personId;
      return {
        id,
        member_id: member?.id ?? null,
        person: member?.name ?? member?.email ?? '',
        machine,
        system,
        ip,
        since: times.created_at.toISOString(),
        expires_at: times.expires_at.toISOString(),
        last_used_at: times.last_used_at.toISOString(),
        is_own: isOwn,
        may_end: isOwn || actor.role === 'owner',
      };
    }),
  };
}
