import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';
import type { Language } from '../../shared/language.ts';

export type NewMail = {
  /** What the mail is about: the same is said to the same person once, however often it is written. */
  cause: string;
  recipient: string;
  lang: Language;
  subject: string;
  body: string;
};

/** A mail in the outbox, and the job that sends it, in the transaction of its cause. Is it a new one? */
export async function writeMail({ db, now }: Call, mail: NewMail): Promise<boolean> {
  const written = await db.write(
    `with written as (
       insert into mail (tenant_id, id, cause, recipient, lang, subject, body, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (tenant_id, cause, recipient) do nothing
       returning id
     )
     select enqueue('mail.send', json_build_object('tenant', $1::text, 'mail', w.id))
     from written w`,
    [newId('mail', now), mail.cause, mail.recipient, mail.lang, mail.subject, mail.body, now],
  );
  if (!written) return false;
  db.noteJob();
  return true;
}
