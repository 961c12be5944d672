import type { KeyObject } from 'node:crypto';
import type { PrismaCall } from '../../operation/call.ts';
import type { Job } from '../../shared/jobs.ts';
import { type MailText, type MailTexts, mailIn, type Reading } from '../mail/mail-in.ts';
import { LINK_LINE } from '../mail/seal-link.ts';
import { theirWords } from '../mail/their-words.ts';
import { writeMail } from '../mail/write-mail.ts';
import { askCause } from './contact-mails.ts';
import { lockContact } from './lock-contact.ts';
import { makeContactLink } from './make-contact-link.ts';

/** The address of a contact that has not confirmed is removed after this many days. */
export const UNCONFIRMED_DAYS = 30;

type ContactRequest = Job<'mail.contact'>;
type Facts = { team: string; email: string; expiresAt: Date };

/**
 * Finds the address that waits for this mail. Null if the mail was written, or if the contact has confirmed
 * or changed since.
 */
export async function findRequestedAddress(
  { db, prisma }: PrismaCall,
  { contact, at }: ContactRequest,
): Promise<string | null> {
  const tenant_id = db.tenantId;
  const pending = await prisma.technicalContact.findFirst({
    where: { tenant_id, id: contact, asked_at: new Date(at), confirmed_at: null },
    select: { email: true },
  });
  const cause = askCause(contact, at);
  if (!pending?.email || (await prisma.mail.count({ where: { tenant_id, cause } })) > 0)
    return null;
  return pending.email;
}

/** Writes the mail that asks the contact to confirm, and makes its link. */
export async function writeContactRequestMail(
  call: PrismaCall,
  request: ContactRequest,
  key: KeyObject,
): Promise<void> {
  const contact = await lockContact(call);
  if (contact?.id !== request.contact || (await findRequestedAddress(call, request)) === null)
    return;
  const { email, lang, time_zone } = contact;
  const purpose = 'contact_confirm';
  const { expiresAt, ...link } = await makeContactLink(call, { purpose, email });
  const facts = { team: theirWords(contact.team), email, expiresAt };
  const cause = askCause(request.contact, request.at);
  const mail = { cause, recipient: email, ...mailIn(lang, texts, facts, time_zone) };
  const isNew = await writeMail(call, mail, { link, key });
  if (!isNew) throw new Error('Another worker has written this mail');
}

const texts: MailTexts<Facts> = { de: german, en: english };

function german({ team, email, expiresAt }: Facts, { date }: Reading): MailText {
  return {
    // Strangers get this mail, so its subject contains no words of other people.
    subject: 'Möchten Sie technischer Kontakt eines Teams sein?',
    body: `ein Team möchte ${email} als technischen Kontakt eintragen. Es hat sich selbst diesen Namen gegeben: „${team}“

Wenn Sie zustimmen, schreiben wir Ihnen,

  - bevor eine Version der Team-API abgelöst wird,
  - wenn ein Webhook-Endpunkt des Teams seit einem Tag nicht antwortet, und wenn er pausiert wurde,
  - bevor ein API-Schlüssel des Teams abläuft.

Sie brauchen dafür kein Konto und können die Nachrichten jederzeit beenden.

Auf dieser Seite stimmen Sie zu oder lehnen ab:

${LINK_LINE}

Sie können bis zum ${date(expiresAt)} zustimmen. Haben Sie zugestimmt, beenden Sie mit demselben Link die Nachrichten. Möchten Sie nicht zustimmen, müssen Sie nichts tun: Wir schreiben Ihnen dann nichts davon, und Ihre Adresse wird nach ${UNCONFIRMED_DAYS} Tagen gelöscht.
`,
  };
}

function english({ team, email, expiresAt }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Would you like to be the technical contact of a team?',
    body: `A team would like to name ${email} as its technical contact. It has given itself this name: “${team}”

If you agree, we write to you

  - before a version of the Team API is replaced,
  - when a webhook endpoint of the team has not answered for a day, and when it was paused,
  - before an API key of the team expires.

You need no account for this, and can stop the messages at any time.

Agree or decline on this page:

${LINK_LINE}

You can agree until ${date(expiresAt)}. Once you have agreed, the same link stops the messages. If you do not want to agree, there is nothing to do: we then write none of this to you, and delete your address after ${UNCONFIRMED_DAYS} days.
`,
  };
}
