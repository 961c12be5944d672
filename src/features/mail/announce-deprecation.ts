import type { Call } from '../../operation/call.ts';
import type { Language } from '../../shared/language.ts';
import { longDate } from './long-date.ts';
import { writeMail } from './write-mail.ts';

export type Deprecation = { sunsetAt: Date; link: string | undefined };

/** To every admin, the owner included, who has an active key (spec, Versioning 3). How many are new? */
export async function announceDeprecation(call: Call, deprecation: Deprecation): Promise<number> {
  const readers = await call.db.rows<{ email: string; lang: Language }>(
    `select m.email, m.lang from member m
     where m.tenant_id = $1 and m.status = 'active' and m.role in ('owner', 'admin')
       and m.id in (
         select k.created_by from api_key k
         where k.tenant_id = $1 and k.revoked_at is null
           and coalesce(k.expires_at > $2, true))
     order by m.id`,
    [call.now],
  );
  const cause = `deprecation:v1:${deprecation.sunsetAt.toISOString()}`;
  let written = 0;
  for (const { email: recipient, lang } of readers) {
    const text = lang === 'de' ? german(deprecation) : english(deprecation);
    if (await writeMail(call, { cause, recipient, lang, ...text })) written += 1;
  }
  return written;
}

function german({ sunsetAt, link }: Deprecation): { subject: string; body: string } {
  return {
    subject: 'Version 1 der Team-API wird abgelöst',
    body: `Guten Tag,

Sie haben einen aktiven API-Schlüssel. Version 1 der Team-API (v1) wird von Version 2 (v2) abgelöst.

  v1 antwortet noch bis: ${longDate(sunsetAt, 'de')}

Bis dahin laufen beide nebeneinander, und Ihre Anwendung arbeitet weiter wie bisher. Bitte stellen Sie sie vorher um.
${link ? `\nWas sich ändert und wie der Umstieg gelingt: ${link}\n` : ''}`,
  };
}

function english({ sunsetAt, link }: Deprecation): { subject: string; body: string } {
  return {
    subject: 'Version 1 of the Team API will be replaced',
    body: `Hello,

You have an active API key. Version 1 of the Team API (v1) will be replaced by version 2 (v2).

  v1 answers until: ${longDate(sunsetAt, 'en')}

Until then both run side by side, and your application works as before. Please move it to v2 in time.
${link ? `\nWhat changes, and how to move: ${link}\n` : ''}`,
  };
}
