import type { KeyObject } from 'node:crypto';
import type { PrismaCall } from '../../operation/call.ts';
import type { InEach, Language } from '../../shared/language/language.ts';
import { noticeCause } from '../technical-contact/contact-mails.ts';
import { lockContact } from '../technical-contact/lock-contact.ts';
import { makeContactLink } from '../technical-contact/make-contact-link.ts';
import type { ForContact } from './contact-words.ts';
import { longDate, timeZoneOf } from './long-date.ts';
import { type MailTexts, mailIn } from './mail-in.ts';
import { LINK_LINE } from './seal-link.ts';
import { theirWords } from './their-words.ts';
import { writeMail } from './write-mail.ts';

type TeamMail<F extends ForContact> = {
  /** What the mail is about. Each person gets one mail for one cause. */
  cause: string;
  members: readonly { email: string; lang: Language }[];
  texts: MailTexts<F>;
  /** The facts for a member (null), or for the contact of the team with this name. */
  facts: (contactOf: string | null) => F;
  /** False if only members get the mail. */
  toContact?: boolean;
};

/**
 * Writes a mail to members of the team, and to its technical contact if the team has one who has confirmed.
 * Returns how many mails are new.
 */
export async function writeToTeamAndContact<F extends ForContact>(
  call: PrismaCall,
  key: KeyObject,
  mail: TeamMail<F>,
): Promise<number> {
  const { cause, members, texts, facts, toContact = true } = mail;
  const timeZone = await timeZoneOf(call);
  let written = 0;
  for (const { email: recipient, lang } of members) {
    const text = mailIn(lang, texts, facts(null), timeZone);
    if (await writeMail(call, { cause, recipient, ...text })) written += 1;
  }
  if (toContact && (await writeToContact(call, key, mail))) written += 1;
  return written;
}

/**
 * Writes the mail of the contact. It says why the contact gets it, and has a link that stops these mails. A
 * contact who is one of the members gets no second mail. Returns true if the mail is new.
 */
async function writeToContact<F extends ForContact>(
  call: PrismaCall,
  key: KeyObject,
  { cause, members, texts, facts }: TeamMail<F>,
): Promise<boolean> {
  const contact = await lockContact(call);
  if (!contact?.confirmed_at) return false;
  const { email, lang, time_zone } = contact;
  if (members.some((member) => member.email === email)) return false;
  const about = { cause: noticeCause(cause), recipient: email };
  const written = { tenant_id: call.db.tenantId, ...about };
  if ((await call.prisma.mail.count({ where: written })) > 0) return false;
  const team = theirWords(contact.team);
  const { subject, body } = mailIn(lang, texts, facts(team), time_zone);
  const since = longDate(contact.confirmed_at, lang, time_zone);
  const { expiresAt: _, ...link } = await makeContactLink(call, { purpose: 'contact_stop', email });
  const text = { lang, subject, body: `${body}\n${reasons[lang](team, since)}` };
  const isNew = await writeMail(call, { ...about, ...text }, { link, key });
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
