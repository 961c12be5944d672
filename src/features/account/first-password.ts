import { Passwords } from '../../auth/passwords.ts';
import { hashToken, newToken } from '../../auth/token.ts';
import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import { linkLifetimeMs } from './link.schema.ts';

type Member = { personId: string; memberId: string };

/**
 * Makes the token of a link with which one person signs in for the first time. Null for a person
 * with a password, because the link could be used to take over the account.
 */
export async function makeFirstLink(
  { db, now }: Call,
  { personId, memberId }: Member,
): Promise<string | null> {
  const token = newToken();
  const made = await db.write(
    `insert into one_time_link
       (tenant_id, id, token_hash, purpose, person_id, member_id, email, created_at, expires_at)
     select $1, $2, $3, 'first_sign_in', p.id, $5, p.email, $6, $7
     from person_team t join person p on p.id = t.person_id
     where t.tenant_id = $1 and t.person_id = $4 and p.password_hash is null
     returning id`,
    [
      newId('lnk', now),
      hashToken(token),
      personId,
      memberId,
      now,
      new Date(now.getTime() + linkLifetimeMs.first_sign_in),
    ],
  );
  return made ? token : null;
}

/** Sets the password of a person of this team who has none, for instance in the demo. */
export async function setFirstPassword(
  { db, now }: Call,
  { personId, password }: { personId: string; password: string },
): Promise<void> {
  const hash = await new Passwords().hash(password, { queue: 'signed_in', name: personId });
  await db.write(
    `update person p set password_hash = $3, password_changed_at = $4
     from person_team pt
     where pt.tenant_id = $1 and p.id = pt.person_id and p.id = $2 and p.password_hash is null`,
    [personId, hash, now],
  );
}
