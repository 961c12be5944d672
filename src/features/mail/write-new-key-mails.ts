import type { UserActor } from '../../auth/actor.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { listRecipients } from './list-recipients.ts';
import { timeZoneOf } from './long-date.ts';
import { type MailText, type MailTexts, mailIn, type Reading } from './mail-in.ts';
import { theirWords } from './their-words.ts';
import { writeMail } from './write-mail.ts';

/** A call that makes a key. That of a person has a `publicUrl`. Others need none, because their keys cause no mail. */
export type KeyCall = PrismaCall & { publicUrl?: string };

type Facts = {
  team: string;
  name: string;
  prefix: string;
  scopes: string;
  created_at: Date;
  expires_at: Date | null;
  addresses: string | null;
  /** The e-mail address of the person who made the key. */
  maker: string;
  /** The prefix of the key that this one replaces. */
  replaces: string | undefined;
  /** The page of the app that shows the key. */
  page: string;
};

/**
 * Writes a mail to the person who made a key in the app, and to the owner, so that they notice a
 * key made with a stolen session. No mail is sent about keys of the command line.
 */
export async function writeNewKeyMails(
  call: KeyCall,
  keyId: string,
  replaces?: string,
): Promise<void> {
  const { actor, db, prisma, publicUrl } = call;
  if (actor.kind !== 'user') return;
  if (publicUrl === undefined) throw new Error('The mail needs PUBLIC_URL');
  const key = await prisma.apiKey.findFirst({ where: { tenant_id: db.tenantId, id: keyId } });
  const recipients = await listRecipients(call);
  const maker =
    recipients.find(({ id }) => id === actor.memberId)?.email ?? (await findVisitor(call, actor));
  if (!key || maker === undefined) return;
  const team = await prisma.tenant.findUnique({ where: { id: db.tenantId } });
  const addresses = key.ip_ranges.length > 0 ? key.ip_ranges.join(', ') : null;
  const facts = {
    ...key,
    name: theirWords(key.name),
    team: theirWords(team?.name ?? ''),
    scopes: key.scopes.join(', '),
    addresses,
    maker,
    replaces,
    page: `${publicUrl}/app/api-keys?key=${keyId}`,
  };
  const timeZone = await timeZoneOf(call);
  const readers = recipients.filter(({ id, role }) => id === actor.memberId || role === 'owner');
  for (const { email: recipient, lang } of readers) {
    const mail = mailIn(lang, texts, facts, timeZone);
    await writeMail(call, { cause: `key_created:${key.id}`, recipient, ...mail });
  }
}

/**
 * The address of the person who made the key in a sandbox: this person is a member of the sandbox's team.
 */
async function findVisitor(
  { db }: PrismaCall,
  { memberId }: UserActor,
): Promise<string | undefined> {
  if (db.home === db) return undefined;
  const visitor = await db.home.row<{ email: string }>(
    `select m.email from member m where m.tenant_id = $1 and m.id = $2 and m.status = 'active'`,
    [memberId],
  );
  return visitor?.email;
}

const texts: MailTexts<Facts> = { de: german, en: english };

function german(key: Facts, { date }: Reading): MailText {
  const made = key.replaces
    ? `hat einen API-Schlüssel Ihres Teams rotiert (bisher: ${key.replaces}). Der neue Schlüssel`
    : 'hat für Ihr Team einen API-Schlüssel erstellt';
  return {
    subject: key.replaces
      ? `Der API-Schlüssel „${key.name}“ wurde rotiert`
      : `Neuer API-Schlüssel „${key.name}“`,
    body: `${key.maker} ${made}:

  Team: ${key.team}
  Name: ${key.name}
  Kennzeichen: ${key.prefix}
  Erstellt am: ${date(key.created_at)}
  Rechte: ${key.scopes}
  Gültig bis: ${key.expires_at ? date(key.expires_at) : 'ohne Ablaufdatum'}
  Nutzbar von: ${key.addresses ?? 'allen Adressen'}

In der App: ${key.page}

War das beabsichtigt, müssen Sie nichts tun.

Wenn nicht: Widerrufen Sie den Schlüssel sofort in der Verwaltung dieses Teams unter „API-Schlüssel“. Das wirkt ab der nächsten Anfrage. Lassen Sie außerdem das Passwort von ${key.maker} ändern; das beendet alle Sitzungen dieses Kontos.

Diese Nachricht geht an die Person, die den Schlüssel erstellt hat, und an die Inhaberin oder den Inhaber des Teams.
`,
  };
}

function english(key: Facts, { date }: Reading): MailText {
  const made = key.replaces
    ? `has rotated an API key of your team (until now: ${key.replaces}). The new key`
    : 'has created an API key for your team';
  return {
    subject: key.replaces ? `The API key “${key.name}” was rotated` : `New API key “${key.name}”`,
    body: `${key.maker} ${made}:

  Team: ${key.team}
  Name: ${key.name}
  Prefix: ${key.prefix}
  Created on: ${date(key.created_at)}
  Scopes: ${key.scopes}
  Valid until: ${key.expires_at ? date(key.expires_at) : 'no expiry'}
  May be used from: ${key.addresses ?? 'any address'}

In the app: ${key.page}

If this was intended, there is nothing to do.

If not, revoke the key at once in the administration of this team under “API keys”. It is refused from the next request on. Have the password of ${key.maker} changed as well, which ends all sessions of that account.

This message goes to the person who created the key and to the owner of the team.
`,
  };
}
