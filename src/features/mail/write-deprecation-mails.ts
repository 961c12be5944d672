import type { KeyObject } from 'node:crypto';
import type { PrismaCall } from '../../operation/call.ts';
import type { ForContact } from './contact-words.ts';
import { listRecipients } from './list-recipients.ts';
import type { MailText, MailTexts, Reading } from './mail-in.ts';
import { writeToTeamAndContact } from './write-to-team-and-contact.ts';

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
  return writeToTeamAndContact<Facts>(call, linkKey, {
    cause: `deprecation:v1:${deprecation.sunsetAt.toISOString()}`,
    members: await listRecipients(call, { id: { in: keys.map((key) => key.created_by) } }),
    texts,
    facts: (contactOf) => ({ ...deprecation, contactOf }),
    toContact: keys.length > 0,
  });
}

const texts: MailTexts<Facts> = { de: german, en: english };

function german({ sunsetAt, link, contactOf }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Version 1 der Team-API wird abgelöst',
    body: `${contactOf === null ? 'Sie haben' : `das Team „${contactOf}“ hat`} einen aktiven API-Schlüssel. Version 1 der Team-API (v1) wird von Version 2 (v2) abgelöst.

  v1 antwortet noch bis: ${date(sunsetAt)}

Bis dahin laufen beide nebeneinander, und ${contactOf === null ? 'Ihre Anwendung' : 'seine Anwendung'} arbeitet weiter wie bisher. Bitte stellen Sie sie vorher um.
${link ? `\nWas sich ändert und wie der Umstieg gelingt:\n\n  ${link}\n` : ''}`,
  };
}

function english({ sunsetAt, link, contactOf }: Facts, { date }: Reading): MailText {
  return {
    subject: 'Version 1 of the Team API will be replaced',
    body: `${contactOf === null ? 'You have' : `The team “${contactOf}” has`} an active API key. Version 1 of the Team API (v1) will be replaced by version 2 (v2).

  v1 answers until: ${date(sunsetAt)}

Until then both run side by side, and ${contactOf === null ? 'your' : 'its'} application works as before. Please move it to v2 in time.
${link ? `\nWhat changes, and how to move:\n\n  ${link}\n` : ''}`,
  };
}
