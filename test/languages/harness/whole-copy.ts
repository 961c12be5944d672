import { cpSync } from 'node:fs';
import path from 'node:path';
import { rewrite, widen } from './copy.ts';
import { guideInBrackets } from './in-brackets.ts';
import { THIRD, withThirdLanguage } from './third-language.ts';

/** Where a copy of the project notes the mails that it writes, in each language. */
export const MAILS = 'mails.jsonl';

/** Names of the entries of catalogs, which `installCatalog` reads. */
const isData = /^src\/(seed\/|features\/catalog\/global-catalog\.ts)/;

/** Gives a copy of the project the third language, as somebody who translates would: in each place. */
export function addThirdLanguage(folder: string): void {
  rewrite(folder, 'src/**/*.{ts,tsx}', (text, file) =>
    isData.test(file) || !/\ben\b|defineTexts\b/.test(text) ? text : withThirdLanguage(file, text),
  );
  widen(folder);
  rewrite(folder, 'src/app/text/define-texts.ts', (text) =>
    text
      .replace('en: NoInfer<T>)', `en: NoInfer<T>, ${THIRD}: NoInfer<T>)`)
      .replace(/\{ de, en.* \}/, `{ de, en, ${THIRD} }`),
  );
  addDictionary(folder);
  cpSync(path.join(folder, 'docs/guides/en'), path.join(folder, `docs/guides/${THIRD}`), {
    recursive: true,
  });
  rewrite(folder, `docs/guides/${THIRD}/*.md`, guideInBrackets);
  rewrite(folder, 'prisma/migrations/*/migration.sql', (sql) =>
    sql
      .replaceAll("in ('de', 'en')", `in ('de', 'en', '${THIRD}')`)
      .replaceAll(
        "between 1 and 2 and languages <@ '{de,en}'",
        `between 1 and 3 and languages <@ '{de,en,${THIRD}}'`,
      ),
  );
  noteMails(folder);
}

/** The texts of the OpenAPI document have a dictionary of their own. */
function addDictionary(folder: string): void {
  rewrite(folder, 'src/docs/reference/say-german.ts', (text) =>
    text
      .replace(
        'texts: germanTexts },',
        `texts: germanTexts },\n  ${THIRD}: { folder: '', texts: englishTexts },`,
      )
      .replace(
        'type Dictionary',
        `import { inBrackets } from '../../../test/languages/harness/in-brackets.ts';
const englishTexts = Object.fromEntries(
  Object.keys(germanTexts).map((english) => [english, inBrackets(english)]),
);
type Dictionary`,
      ),
  );
}

/** Each mail that a test causes is noted in all languages. */
function noteMails(folder: string): void {
  rewrite(folder, 'src/features/mail/mail-in.ts', (text) =>
    text
      .replace(
        /^/,
        "import { appendFileSync } from 'node:fs';\nimport { languages } from '../../shared/language.ts';\n",
      )
      .replace(
        '  const { subject, body }',
        `  const each = languages.map((language) => {
    const read = (at: Date) => longDate(at, language, timeZone);
    return [language, texts[language](facts, { lang: language, date: read })];
  });
  const [, file] = /(src\\/features\\/\\S+?\\.ts)/.exec(new Error().stack?.split('\\n').slice(2).join() ?? '') ?? [];
  const noted = JSON.stringify({ file, mails: Object.fromEntries(each) });
  appendFileSync('${path.join(folder, MAILS)}', noted + '\\n');
  const { subject, body }`,
      ),
  );
}
