import { hashToken, newToken } from '../../../src/auth/token.ts';
import { newId } from '../../../src/db/ids.ts';
import type { Person, TestTeam } from '../../harness/team.ts';

/** A link for a new member who has never signed in. */
export async function insertLink(team: TestTeam): Promise<{ token: string; person: Person }> {
  const token = newToken();
  const person = await team.addMember();
  const now = team.api.clock.now();
  await team.api.sql.query(
    `insert into one_time_link (id, tenant_id, token_hash, purpose, person_id, member_id, email,
       created_at, expires_at)
     values ($1, $2, $3, 'first_sign_in', $4, $5, $6, $7, $7::timestamptz + interval '7 days')`,
    [
      newId('lnk', now),
      team.tenantId,
      hashToken(token),
      person.userId,
      person.memberId,
      person.email,
      now,
    ],
  );
  return { token, person };
}
