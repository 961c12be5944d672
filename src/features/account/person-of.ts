import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';

/**
 * Finds or makes the account of an e-mail address, and notes that this team is one of the person's: a
 * person may belong to several.
 */
export async function personOf({ db, now }: Call, email: string): Promise<string> {
  const person = await db.write<{ id: string }>(
    `insert into person (id, email, created_at)
     select $2, $3, $4 from tenant t where t.id = $1
     on conflict (email) do update set email = excluded.email
     returning id`,
    [newId('usr', now), email, now],
  );
  if (!person) throw new Error('There is no such team');
  await db.write(
    'insert into person_team (tenant_id, person_id) values ($1, $2) on conflict do nothing',
    [person.id],
  );
  return person.id;
}
