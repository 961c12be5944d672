import type { Call } from '../../operation/call.ts';
import type { Language } from '../../shared/language/language.ts';

type Contact = {
  id: string;
  email: string;
  lang: Language;
  asked_at: Date;
  confirmed_at: Date | null;
  team: string;
  time_zone: string;
};

/**
 * Finds the contact of the team, and locks it. Until the caller has stored its mail, nobody stops, removes or
 * changes the contact, and no other worker writes the same mail. Otherwise a mail could go to an address that
 * was erased.
 */
export function lockContact({ db }: Call): Promise<Contact | undefined> {
  return db.row<Contact>(
    `select c.id, c.email, c.lang, c.asked_at, c.confirmed_at, t.name as team, t.time_zone
     from technical_contact c join tenant t on t.id = $1
     where c.tenant_id = $1 and c.email is not null and t.status <> 'ended'
     for no key update of c`,
  );
}
