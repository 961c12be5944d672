import type { KeyObject } from 'node:crypto';
import type { PrismaCall } from '../../operation/call.ts';
import type { Language } from '../../shared/language.ts';
import type { ForContact } from './contact-words.ts';
import { listRecipients } from './list-recipients.ts';
import { timeZoneOf } from './long-date.ts';
import { type MailText, type MailTexts, mailIn, type Reading } from './mail-in.ts';
import { writeMail } from './write-mail.ts';
import { writeToContact } from './write-to-contact.ts';

export type Deprecation = { sunsetAt: Date; link: string | undefined };
type Facts = Deprecation & ForContact;

/**
 * Writes a mail to the owner and to each admin with an active key (spec, Versioning 3), and to the
 * technical contact if anybody has one. Returns how many mails are new.
 */
export async function writeDeprecationMails(
  call: PrismaCall,
  deprecation: Deprecation,
  linkKey: KeyObject,
): Promise<number> {
  const { db, prisma, now } = call;
  const keys = await prisma.apiKey.findMany({
    where: {
      tenant_id: db.tenantId,
      revoked_at: null,
      OR: [{ expires_at: null }, { expires_at: { gt: now } }],
    },
    select: { created_by: true },
    distinct: ['created_by'],
  });
  const recipients = await listRecipients(call, { id: { in: keys.map((key) => key.created_by) } });
  const timeZone = await timeZoneOf(call);
  const cause = `deprecation:v1:${deprecation.sunsetAt.toISOString()}`;
  let written = 0;
  for (const { email: recipient, lang } of recipients) {
    const mail = mailIn(lang, texts, { ...deprecation, contactOf: null }, timeZone);
    if (await writeMail(call, { cause, recipient, ...mail })) written += 1;
  }
  if (keys.length === 0) return written;
  const mail = (lang: Language, contactOf: string) =>
    mailIn(lang, texts, { ...deprecation, contactOf }, timeZone);
  const isTold = await writeToContact(call, linkKey, { cause, members: recipients, mail });
  return isTold ? written + 1 : written;
}

const texts: MailTexts<Facts> = { de: german, en: english };

function german({ sunsetAt, link, contactOf }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Version 1 der Team-API wird abgelöst',
    body: `${contactOf === null ? 'Sie haben' : `das Team „${contactOf}“ hat`} einen aktiven API-Schlüssel. Version 1 der Team-API (v1) wird von Version 2 (v2) abgelöst.

  v1 antwortet noch bis: ${date(sunsetAt)}

Bis dahin laufen beide nebeneinander, und ${contactOf === null ? 'Ihre Anwendung' : 'seine Anwendung'} arbeitet weiter wie bisher. Bitte stellen Sie sie vorher um.
${link ? `\nWas sich ändert und wie der Umstieg gelingt: ${link}\n` : ''}`,
  };
}

function english({ sunsetAt, link, contactOf }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Version 1 of the Team API will be replaced',
    body: `${contactOf === null ? 'You have' : `The team “${contactOf}” has`} an active API key. Version 1 of the Team API (v1) will be replaced by version 2 (v2).

  v1 answers until: ${date(sunsetAt)}

Until then both run side by side, and ${contactOf === null ? 'your' : 'its'} application works as before. Please move it to v2 in time.
${link ? `\nWhat changes, and how to move: ${link}\n` : ''}`,
  };
}
