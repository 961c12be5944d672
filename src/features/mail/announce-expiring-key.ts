import type { PrismaCall } from '../../operation/call.ts';
import { listRecipients } from './list-recipients.ts';
import { longDate } from './long-date.ts';
import { writeMail } from './write-mail.ts';

type Key = { id: string; name: string; prefix: string; expires_at: Date };

/**
 * Writes to the person who made the key, or to the owner if that person may make none now (D47,
 * D50).
 */
export async function announceExpiringKey(call: PrismaCall, keyId: string): Promise<void> {
  const { db, prisma } = call;
  const found = await prisma.apiKey.findFirst({ where: { tenant_id: db.tenantId, id: keyId } });
  if (!found?.expires_at) return;
  const key = { ...found, expires_at: found.expires_at };
  const recipients = await listRecipients(call);
  const creator = recipients.find(({ id, mayMakeKeys }) => id === key.created_by && mayMakeKeys);
  const chosen = creator ?? recipients.find(({ role }) => role === 'owner');
  if (!chosen) return;
  const { email: recipient, lang } = chosen;
  const text = lang === 'de' ? german(key) : english(key);
  await writeMail(call, { cause: `key_expires:${key.id}`, recipient, lang, ...text });
}

function german(key: Key): { subject: string; body: string } {
  const end = longDate(key.expires_at, 'de');
  return {
    subject: `Der API-Schlüssel „${key.name}“ läuft bald ab`,
    body: `Guten Tag,

ein API-Schlüssel Ihres Teams läuft ab:

  Name: ${key.name}
  Kennzeichen: ${key.prefix}
  Gültig bis: ${end}

Danach werden Anfragen mit ihm abgelehnt (401). Erstellen Sie vorher einen neuen Schlüssel und stellen Sie Ihre Anwendung um. Rotieren genügt nicht: Der Nachfolger hätte dasselbe Ablaufdatum.

Wird der Schlüssel nicht mehr gebraucht, müssen Sie nichts tun.
`,
  };
}

function english(key: Key): { subject: string; body: string } {
  const end = longDate(key.expires_at, 'en');
  return {
    subject: `The API key “${key.name}” expires soon`,
    body: `Hello,

An API key of your team is about to expire:

  Name: ${key.name}
  Prefix: ${key.prefix}
  Valid until: ${end}

After that, requests with it are refused (401). Please create a new key before then, and switch your application to it. Rotating is not enough: the successor would expire at the same time.

If the key is no longer needed, there is nothing to do.
`,
  };
}
