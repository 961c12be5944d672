import type { KeyObject } from 'node:crypto';
import type { PrismaCall } from '../../operation/call.ts';
import type { InEach, Language } from '../../shared/language.ts';
import { toldCause } from '../technical-contact/contact-mails.ts';
import { lockContact } from '../technical-contact/lock-contact.ts';
import { makeContactLink } from '../technical-contact/make-contact-link.ts';
import { longDate } from './long-date.ts';
import type { MailText } from './mail-in.ts';
import { LINK_LINE } from './seal-link.ts';
import { theirWords } from './their-words.ts';
import { writeMail } from './write-mail.ts';

type ToContact = {
  /** The cause of the mail to members. */
  cause: string;
  /** The members who get the mail. A contact who is one of them gets no second mail. */
  members: readonly { email: string }[];
  /** The mail in this language. It names the team. */
  mail: (lang: Language, contactOf: string) => MailText;
};

/**
 * Writes a mail of the team to its technical contact too, if the team has one who has confirmed. The mail
 * says why the contact gets it, and has a link that stops these mails. Returns true if the mail is new.
 */
export async function writeToContact(
  call: PrismaCall,
  key: KeyObject,
  { cause, members, mail }: ToContact,
): Promise<boolean> {
  const contact = await lockContact(call);
  if (!contact?.confirmed_at) return false;
  const { email, lang, time_zone } = contact;
  if (members.some((member) => member.email === email)) return false;
  const written = { tenant_id: call.db.tenantId, cause: toldCause(cause), recipient: email };
  if ((await call.prisma.mail.count({ where: written })) > 0) return false;
  const team = theirWords(contact.team);
  const { subject, body } = mail(lang, team);
  const since = longDate(contact.confirmed_at, lang, time_zone);
  const { expiresAt: _, ...link } = await makeContactLink(call, { purpose: 'contact_stop', email });
  const { tenant_id: _team, ...about } = written;
  const texts = { lang, subject, body: `${body}\n${reasons[lang](team, since)}` };
  const isNew = await writeMail(call, { ...about, ...texts }, { link, key });
  if (!isNew) throw new Error('Another worker has written this mail');
  return true;
}

/** The lines that say why the contact gets the mail, and how to stop these mails. */
const reasons: InEach<(team: string, since: string) => string> = {
  de: (
    team,
    since,
  ) => `Sie bekommen diese Nachricht, weil das Team „${team}“ diese Adresse als technischen Kontakt eingetragen hat und Sie dem am ${since} zugestimmt haben.

Auf dieser Seite beenden Sie solche Nachrichten, und Ihre Adresse wird gelöscht:

${LINK_LINE}
`,
  en: (
    team,
    since,
  ) => `You get this message because the team “${team}” has named this address as its technical contact, and you agreed on ${since}.

Stop such messages on this page, which also deletes your address:

${LINK_LINE}
`,
};
