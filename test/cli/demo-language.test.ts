import { describe, expect, test } from 'vitest';
import { findObjections } from '../../src/crm/objections/find-objections.ts';
import { createDemo } from '../../src/seed/demo/create-demo.ts';
import { objectionsIn } from '../../src/seed/demo/crm-texts.ts';
import { languages, terminalLanguage } from '../../src/shared/language/language.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { encryptionKey } from '../harness/api.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

test('everything that people have written in an English demo is in English', async () => {
  const secretKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');
  const [pool, now, publicUrl] = [api().sql, api().clock.now(), 'https://app.example.com'];
  const demo = await createDemo({ pool, now, publicUrl, secretKey, language: 'en' });
  const written = await api().sql.query<{ text: string }>(
    `select name as text from tenant where id = $1
     union select email from member where tenant_id = $1
     union select imprint_url from tenant where id = $1
     union select title || coalesce(fields::text, '') from team_case where tenant_id = $1
     union select title || coalesce(note, '') from assignment where tenant_id = $1
     union select tips::text || strongest || biggest_lever from evaluation where tenant_id = $1
     union select title || coalesce(lost_reason, '') || coalesce(industry_value, '')
       from crm_deal where tenant_id = $1
     union select text from crm_objection where tenant_id = $1 and lang = 'en'
     union select name || account::text || settings::text from crm_connection where tenant_id = $1
     union select name from api_key where tenant_id = $1
     union select url || description from webhook_endpoint where tenant_id = $1
     union select changes::text from audit_entry
       where tenant_id = $1 and action <> 'catalog_entry.added'`,
    [demo.tenant_id],
  );
  const texts = written.rows.map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(150);
  const german = /[äöüß]|vertrieb|leitung|\b(und|der|das|für|mit|nicht|wir|ist)\b/i;
  const kept = ['schnittstellen', 'crm.verlustgrund'];
  expect(
    texts.filter((text) => german.test(text) && !kept.some((word) => text.includes(word))),
  ).toEqual([]);
  const people = await api().sql.query<{ lang: string }>(
    `select lang from member where tenant_id = $1
     union select p.lang from person p join member m on m.user_id = p.id where m.tenant_id = $1`,
    [demo.tenant_id],
  );
  expect(people.rows).toEqual([{ lang: 'en' }]);
});

describe('the language of a terminal', () => {
  test.for([
    [{ LANG: 'de_DE.UTF-8' }, 'de'],
    [{ LANG: 'de_DE.UTF-8', LC_ALL: 'C.UTF-8' }, 'en'],
    [{ LC_MESSAGES: 'de' }, 'de'],
    [{ LANG: 'fr_FR' }, 'en'],
    [{ LANG: 'dental' }, 'en'],
    [{}, 'en'],
  ] as const)('%j is %s', ([env, language]) => {
    expect(terminalLanguage(env)).toBe(language);
  });
});

test.each(languages)(
  'the objections that the demo has in %s are found in notes, with their category',
  async (each) => {
    for (const { text, ...written } of objectionsIn(each)) {
      const found = await findObjections({ source: 'note', body: `<p>${text}</p>` });
      expect.soft(found).toEqual([{ text, ...written }]);
    }
  },
);
