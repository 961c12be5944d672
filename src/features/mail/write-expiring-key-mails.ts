import type { PrismaCall } from '../../operation/call.ts';
import { daysLeft, figureWords } from '../../shared/web/figures.ts';
import { stateWord } from '../../shared/web/states.ts';
import { type ForContact, inApp, ofTeam } from './contact-words.ts';
import { listRecipients } from './list-recipients.ts';
import type { MailText, MailTexts, Reading } from './mail-in.ts';
import type { LinkSeal } from './seal-link.ts';
import { theirWords } from './their-words.ts';
import { writeToTeamAndContact } from './write-to-team-and-contact.ts';

/** How many days before the end of a key a mail is due. */
export const WARNING_DAYS = [30, 7, 1] as const;
export type WarningDays = (typeof WARNING_DAYS)[number];

type Facts = ForContact & {
  name: string;
  prefix: string;
  expires_at: Date;
  /** The days that are left. */
  left: number;
  /** Null if no use is known. */
  usedAt: Date | null;
  page: string;
};

/**
 * Writes a mail to the person who made the key, or to the owner if that person may make no keys now
 * (D47, D50), and to the technical contact.
 */
export async function writeExpiringKeyMails(
  call: PrismaCall,
  { keyId, days }: { keyId: string; days: WarningDays },
  { key: linkKey, publicUrl }: LinkSeal,
): Promise<void> {
  const { db, prisma, now } = call;
  const tenant_id = db.tenantId;
  const key = await prisma.apiKey.findFirst({ where: { tenant_id, id: keyId, revoked_at: null } });
  if (!key?.expires_at) return;
  const recipients = await listRecipients(call);
  const creator = recipients.find(({ id, mayMakeKeys }) => id === key.created_by && mayMakeKeys);
  const chosen = creator ?? recipients.find(({ role }) => role === 'owner');
  if (!chosen) return;
  const use = await prisma.apiKeyUse.findFirst({ where: { tenant_id, key_id: keyId } });
  const { prefix, expires_at } = key;
  const name = theirWords(key.name);
  const left = daysLeft(expires_at, now.getTime());
  const page = `${publicUrl}/app/api-keys?key=${keyId}`;
  const facts = { name, prefix, expires_at, left, usedAt: use?.used_at ?? null, page };
  // The mail at seven days was the first one. Mails that were written before, or are written beside, have this cause.
  const cause = days === 7 ? `key_expires:${key.id}` : `key_expires:${key.id}:${days}`;
  await writeToTeamAndContact<Facts>(call, linkKey, {
    cause,
    members: [chosen],
    texts,
    facts: (contactOf) => ({ ...facts, contactOf }),
  });
}

const texts: MailTexts<Facts> = { de: german, en: english };

function german(facts: Facts, { date, lang }: Reading): MailText {
  const { name, prefix, expires_at, left: days, usedAt, contactOf } = facts;
  const left = days > 1 ? figureWords.de.daysLeft(days) : 'innerhalb von 24 Stunden';
  const end = date(expires_at);
  const rotates =
    contactOf === null
      ? 'rotieren Sie ihn vorher und wählen Sie dabei ein neues Ablaufdatum'
      : 'bitten Sie vorher einen Admin des Teams, ihn zu rotieren und dabei ein neues Ablaufdatum zu wählen';
  return {
    subject: `Der API-Schlüssel „${name}“ läuft ${left} ab`,
    body: `ein API-Schlüssel ${ofTeam.de(facts)} läuft ${left} ab:

  Name: ${name}
  Kennzeichen: ${prefix}
  Status: ${stateWord('key', 'expiring', lang)}
  Gültig bis: ${end}
${usedAt ? `  Zuletzt benutzt: ${date(usedAt)}\n` : ''}${inApp.de(facts, facts.page)}
Danach werden Anfragen mit ihm abgelehnt (401).

Wird er weiter gebraucht, ${rotates}; sonst übernimmt der Nachfolger das bisherige. Mit einer Übergangsfrist gelten beide Schlüssel nebeneinander, höchstens bis zum genannten Zeitpunkt, sodass Sie Ihre Anwendung ohne Unterbrechung umstellen können.

Wird er nicht mehr gebraucht, müssen Sie nichts tun.
`,
  };
}

function english(facts: Facts, { date, lang }: Reading): MailText {
  const { name, prefix, expires_at, left: days, usedAt, contactOf } = facts;
  const left = days > 1 ? figureWords.en.daysLeft(days) : 'within 24 hours';
  const end = date(expires_at);
  const rotates =
    contactOf === null
      ? 'rotate it before then and choose a new expiry'
      : 'ask an admin of the team to rotate it before then and to choose a new expiry';
  return {
    subject: `The API key “${name}” expires ${left}`,
    body: `An API key ${ofTeam.en(facts)} expires ${left}:

  Name: ${name}
  Prefix: ${prefix}
  Status: ${stateWord('key', 'expiring', lang)}
  Valid until: ${end}
${usedAt ? `  Last used: ${date(usedAt)}\n` : ''}${inApp.en(facts, facts.page)}
After that, requests with it are refused (401).

If the key is still needed, ${rotates}; otherwise the new key keeps the present expiry. With a grace period both keys work side by side, at most until the time above, so that you can switch your application without an interruption.

If the key is no longer needed, there is nothing to do.
`,
  };
}
