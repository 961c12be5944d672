import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { textsByPath } from '../../../src/docs/site/translations.ts';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { addToLanguages, rewrite } from './copy.ts';
import { guideInBrackets, inBrackets } from './in-brackets.ts';
import { THIRD, withThirdLanguage } from './third-language.ts';

/** Where a copy of the project notes the mails that it writes, in each language. */
export const MAILS = 'mails.jsonl';

/** In these files, `de` and `en` are the names of a catalog's entries, which are no texts of the product. */
const catalogNames = /^src\/(seed\/|features\/catalog\/global-catalog\.ts)/;

/** Adds the third language to a copy of the project, in each place where a translator would add one. */
export function addThirdLanguage(folder: string): void {
  rewrite(folder, 'src/**/*.{ts,tsx}', (text, file) =>
    catalogNames.test(file) || !/\ben\b|defineTexts\b/.test(text)
      ? text
      : withThirdLanguage(file, text),
  );
  addToLanguages(folder);
  rewrite(folder, 'src/app/text/define-texts.ts', (text) =>
    text
      .replace('en: NoInfer<T>)', `en: NoInfer<T>, ${THIRD}: NoInfer<T>)`)
      .replace(/\{ de, en.* \}/, `{ de, en, ${THIRD} }`),
  );
  // One line is enough for a text at several paths.
  const pathOf = new Map([...textsByPath(openApiDocument())].map(([at, english]) => [english, at]));
  const lines = [...pathOf].map(([english, at]) => [at, inBrackets(english)]);
  writeFileSync(
    path.join(folder, `src/rest/openapi/openapi.${THIRD}.ts`),
    `export const texts = ${JSON.stringify(Object.fromEntries(lines))};`,
  );
  cpSync(path.join(folder, 'docs/guides/en'), path.join(folder, `docs/guides/${THIRD}`), {
    recursive: true,
  });
  rewrite(folder, `docs/guides/${THIRD}/*.md`, guideInBrackets);
  // In the changelog, the German stands below each English text.
  rewrite(folder, 'CHANGELOG.md', (text) =>
    text.replaceAll(
      /^(?:# |- |)(.*)\n(\s*)> de: .*$/gm,
      (both, english: string, indent: string) =>
        `${both}\n${indent}> ${THIRD}: ${guideInBrackets(english)}`,
    ),
  );
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

/**
 * Makes a copy of the project note each mail in all languages, with the file that wrote it. This file is the nearest
 * caller below `src/features` in the stack, after the line of the error and the line of `mailIn` itself.
 */
function noteMails(folder: string): void {
  rewrite(folder, 'src/features/mail/mail-in.ts', (text) =>
    text
      .replace(
        // The start of the file.
        /^/,
        "import { appendFileSync } from 'node:fs';\nimport { languages } from '../../shared/language/language.ts';\n",
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
