import { Passwords } from '../../auth/passwords.ts';
import type { Call } from '../../operation/call.ts';

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
