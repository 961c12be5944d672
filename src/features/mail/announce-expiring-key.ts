import type { Call } from '../../operation/call.ts';
import type { Language } from '../../shared/language.ts';
import { longDate } from './long-date.ts';
import { writeMail } from './write-mail.ts';

type Key = { id: string; name: string; prefix: string; expires_at: Date };
type Reader = { email: string; lang: Language };

/** To whoever made the key, or to the owner if that person can make none any more (D47, D50). */
export async function announceExpiringKey(call: Call, keyId: string): Promise<void> {
  const key = await call.db.row<Key & Reader>(
    `select k.id, k.name, k.prefix, k.expires_at, m.email, m.lang
     from api_key k join member m on m.tenant_id = $1 and m.status = 'active'
       and m.role in ('owner', 'admin')
       and case when m.role = 'owner' then true
         else m.id = k.created_by and 'schnittstellen' = any (m.rights) end
     where k.tenant_id = $1 and k.id = $2 and k.expires_at is not null
     order by m.id = k.created_by desc limit 1`,
    [keyId],
  );
  if (!key) return;
  const { email: recipient, lang } = key;
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
