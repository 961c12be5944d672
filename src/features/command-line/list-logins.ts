import type { CommandLineActor } from '../../auth/command-line-token.ts';
import type { TeamVisit } from '../../operation/call.ts';
import type { CommandLineStatus, CommandLines } from './command-line.schema.ts';

type Row = {
  id: string;
  person_id: string;
  person: string;
  machine: string;
  system: string;
  ip: string | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date;
};

/**
 * The command lines that are logged in to the team, the latest first. This is SQL, because a person
 * has a name, and in a sandbox a person is no member.
 */
export async function listLogins({ db, actor, now }: TeamVisit): Promise<CommandLines> {
  const rows = await db.rows<Row>(
    `select c.id, c.person_id, coalesce(p.name, p.email) as "person", c.machine, c.system, c.ip,
       c.created_at, c.expires_at, c.last_used_at
     from command_line_token c join person p on p.id = c.person_id
     where c.tenant_id = $1 and c.expires_at > $2
     order by c.created_at desc, c.id desc`,
    [now],
  );
  // In a sandbox, all these people are members of its team, which may hide more than the sandbox does.
  const privacies = [actor.privacy, actor.homePrivacy];
  const fields = privacies
    .flatMap((privacy) => privacy.hidden('command_line'))
    .map(({ field }) => [field, null]);
  const hidden: { [Field in 'person' | 'machine' | 'ip']?: null } = Object.fromEntries(fields);
  return {
    data: rows.map(({ person_id, created_at, expires_at, last_used_at, ...row }) => {
      const is_own = person_id === actor.personId;
      return {
        ...row,
        ...(is_own ? {} : hidden),
        since: created_at.toISOString(),
        expires_at: expires_at.toISOString(),
        last_used_at: last_used_at.toISOString(),
        is_own,
        may_end: is_own || actor.role === 'owner',
      };
    }),
  };
}

/** Says who works at the command line, in which team, and until when. */
export function getStatus({ actor }: { actor: CommandLineActor }): CommandLineStatus {
  const { email, name, tenantId, teamName, isSandbox, role, machine, expiresAt } = actor;
  return {
    person: { email, name },
    team: { id: tenantId, name: teamName, sandbox: isSandbox },
    role,
    machine,
    expires_at: expiresAt.toISOString(),
  };
}
