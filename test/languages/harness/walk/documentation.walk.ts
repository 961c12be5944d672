import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileOf } from '../../../../src/docs/page.ts';
import { allPages } from '../../../../src/docs/site/all-pages.ts';
import { languages } from '../../../../src/shared/language/language.ts';
import { root } from '../copy.ts';
import { OPEN } from '../in-brackets.ts';
import { textsOfHtml } from '../texts-of-html.ts';
import { THIRD } from '../third-language.ts';
import { untranslated } from '../untranslated.ts';

const own = allPages().filter(({ language }) => `${language}` === THIRD);
const paths = own.map(({ path }) => path);

test.each([...paths, '404'])('the documentation, in the third language: %s', (at) => {
  const versions = languages.map((language) => {
    const file = at === '404' ? `${language}/404.html` : fileOf({ language, path: at }, 'html');
    return [language, textsOfHtml(readFileSync(path.join(root, 'dist/docs', file), 'utf8'))];
  });
  const all = Object.fromEntries(versions);
  expect(untranslated(all)).toEqual([]);
  expect(all[THIRD].join()).toContain(OPEN);
});
