import { expect, test } from 'vitest';
import { eventGuide } from '../../../src/docs/reference/event-guide.ts';
import { readReference, sayIn } from '../../../src/docs/site/reference.ts';
import { linesIn, textsByPath, translationsOf } from '../../../src/docs/site/translations.ts';
import { errorGuide } from '../../../src/rest/error-guide.ts';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { sourcesIn } from '../../harness/sources.ts';

const link = (markdown: string) => markdown;
const requests = new Set<string>();
const document = openApiDocument();
const texts = textsByPath(document);
// Throws if a line has a path that is gone, or that leads to several texts.
const germanTexts = translationsOf(texts, await linesIn('de'));
const say = sayIn('en', (english) => requests.add(english));
readReference({ document, language: 'en', say, link });

test('every English text of the reference has a German one', () => {
  const missing = [...requests].filter((english) => !germanTexts.has(english));
  const paths = missing.map((english) => [...texts].find(([, text]) => text === english)?.[0]);
  expect(paths, 'Write these into <noun>.de.ts.').toEqual([]);
  expect(() => readReference({ document, language: 'de', say: sayIn('de'), link })).not.toThrow();
});

test('a text without German stops the build, and the error names its path', () => {
  // The reference does not show this header.
  expect(() => sayIn('de')('Seconds to wait before the next attempt.')).toThrow(
    'No "de" for Retry-After: Seconds to wait before the next attempt.',
  );
});

test('each line has the path of one text, and each text one line', () => {
  const some = new Map([
    ['Case.id', 'One'],
    ['Case.made', 'Two'],
    ['Member.made', 'Three'],
  ]);
  const translated = (...lines: string[]) => [
    ...translationsOf(
      some,
      lines.map((at) => [at, at] as const),
    ),
  ];
  const closest = [
    ['Three', 'Member.made'],
    ['Two', '*.made'],
  ];
  expect(translated('*.made', 'Member.made')).toEqual(closest);
  expect(() => translated('*.made')).toThrow('*.made is one line for several texts');
  expect(() => translated('Case.title')).toThrow('Case.title: the document has no such text');
  expect(() => translated('*Case.id', '*.id')).toThrow('*.id: the document has no such text');
  expect(() => translated('Case.id', 'Case.id')).toThrow('Case.id: the text has another line');
});

test('the reference shows every translated text', () => {
  expect([...germanTexts.keys()].filter((english) => !requests.has(english))).toEqual([]);
});

test('no code loads the German of the document but the build of the documentation', () => {
  const targets = sourcesIn('src').flatMap(({ imports }) => imports.map(({ target }) => target));
  expect(targets.filter((target) => target.endsWith('.de.ts'))).toEqual([]);
});

/** What is set as code: names, values, paths. */
const codesIn = (text: string) => (text.match(/`[^`]+`/g) ?? []).toSorted();

test.each([...germanTexts])('the German of "%s" contains the same names and numbers', (en, de) => {
  expect(new Set(codesIn(de))).toEqual(new Set([...codesIn(en), ...added(en)]));
  const numbers = (text: string) => text.replaceAll(/`[^`]*`/g, '').match(/\d+/g) ?? [];
  expect(numbers(de.replaceAll('.000', '000'))).toEqual(numbers(en.replaceAll(',000', '000')));
});

/** The English may say "the user id" where the German says "die `user_id`". */
function added(english: string): string[] {
  return english.includes('The user id of') ? ['`user_id`'] : [];
}

const guides = [
  ...Object.entries(errorGuide).map(([name, { de, en }]) => [name, de, en] as const),
  ...Object.entries(eventGuide).map(([name, { de, en }]) => [name, de, en] as const),
];

test.each(guides)('the guide of %s has the same names in both languages', (_, de, en) => {
  expect(codesIn(JSON.stringify(de))).toEqual(codesIn(JSON.stringify(en)));
  expect(Object.values(de).map((part) => [part].flat().length)).toEqual(
    Object.values(en).map((part) => [part].flat().length),
  );
});

test('no German text is informal, or has a straight quotation mark', () => {
  const german = JSON.stringify([[...germanTexts.values()], guides.map(([, de]) => de)]);
  expect(german).not.toMatch(/\b([Dd]u|[Dd]ein\w*|[Dd]ich|[Dd]ir)\b/);
  expect(german.match(/[^\\]"[A-Za-z]+\\"/g)).toBeNull();
});
