import { newCommandLineToken } from '../../../src/auth/command-line-token.ts';
import { hashToken } from '../../../src/auth/token.ts';
import { newId } from '../../../src/db/ids.ts';
import type { Person, TestTeam } from '../../harness/team.ts';

/** The token of a login that the person has confirmed in the app. */
export async function tokenOf(
  team: TestTeam,
  { person = team.owner, machine = 'laptop' }: { person?: Person; machine?: string } = {},
): Promise<string> {
  const token = newCommandLineToken();
  await team.api.sql.query(
    `insert into command_line_token (id, tenant_id, person_id, token_hash, machine, system, created_at,
       expires_at, last_used_at)
     select $1, m.tenant_id, m.user_id, $4, $5, 'Linux', now(), now() + interval '8 hours', now()
     from member m where m.tenant_id = $2 and m.id = $3`,
    [newId('cll', team.api.clock.now()), team.tenantId, person.memberId, hashToken(token), machine],
  );
  return token;
}
