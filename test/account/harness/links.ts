import { hashToken, newToken } from '../../../src/auth/token.ts';
import { newId } from '../../../src/db/ids.ts';
import { givePassword } from '../../harness/app.ts';
import { insertOneTimeLink } from '../../harness/rows.ts';
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

/**
 * Makes a member, or takes this one, whose address was changed, and the link that undoes this change. The
 * member's password is the one that all tests use.
 */
export async function insertUndoLink(team: TestTeam, member?: Person): Promise<string> {
  const person = member ?? (await team.addMember());
  await givePassword(team.api, person);
  const now = team.api.clock.now();
  const former = `former-${person.email}`;
  const expires_at = new Date(now.getTime() + 7 * 86_400_000);
  await team.api.sql.query(
    `update person set former_email = $2, former_email_until = $3, former_password_hash = password_hash
     where id = $1`,
    [person.userId, former, expires_at],
  );
  const link = { purpose: 'email_undo', person_id: person.userId, email: former, expires_at };
  return insertOneTimeLink(team.api, link);
}
