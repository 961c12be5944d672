import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventGuide } from '../../../src/docs/reference/event-guide.ts';
import { readReference, sayIn } from '../../../src/docs/site/reference.ts';
import { errorGuide } from '../../../src/rest/error-guide.ts';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { jsonPointer } from '../../../src/shared/json/json-pointer.ts';
import { type DocText, described, docTexts } from '../../../src/shared/schema/doc-text.ts';

const link = (markdown: string) => markdown;
const requests = new Set<string>();
const document = openApiDocument();
const germanTexts = Object.fromEntries(docTexts().map(({ en, de }) => [en, de]));
const say = sayIn('en', (english) => requests.add(english));
readReference({ document, language: 'en', say, link });

/** The places of the document that contain the text, such as `/components/schemas/Case/properties/title/description`. */
function placesOf(english: string, within: unknown = document, at: string[] = []): string[] {
  if (typeof within === 'string') return within.includes(english) ? [jsonPointer(at)] : [];
  if (typeof within !== 'object' || within === null) return [];
  return Object.entries(within).flatMap(([name, part]) => placesOf(english, part, [...at, name]));
}

test('every English text of the reference has a German one', () => {
  const missing = [...requests].filter((english) => !germanTexts[english]);
  expect(missing.map((english) => [english, placesOf(english)[0]])).toEqual([]);
  expect(() => readReference({ document, language: 'de', say: sayIn('de'), link })).not.toThrow();
});

test('a text without German stops the build, and the error says where the German belongs', () => {
  expect(() => sayIn('de')('A text of tomorrow.')).toThrow(
    'No docText() or described() has "de" for: A text of tomorrow.',
  );
});

test('a field or a route without German does not compile', () => {
  // @ts-expect-error: the German is missing.
  const field = () => described(z.string(), { en: 'A text of tomorrow.' });
  // @ts-expect-error: no `docText` has made the text.
  const summary = (): DocText => 'A text of tomorrow.';
  expect([field, summary]).toHaveLength(2);
});

test('the reference shows every translated text, and none is written twice', () => {
  const all = docTexts().map(({ en }) => en);
  expect(all.filter((english) => !requests.has(english))).toEqual([]);
  expect(all.filter((english, at) => all.indexOf(english) !== at)).toEqual([]);
});

/** What is set as code: names, values, paths. */
const codesIn = (text: string) => (text.match(/`[^`]+`/g) ?? []).toSorted();

test.each(Object.entries(germanTexts))(
  'the German of "%s" contains the same names and numbers',
  (en, de) => {
    expect(new Set(codesIn(de))).toEqual(new Set([...codesIn(en), ...added(en)]));
    const numbers = (text: string) => text.replaceAll(/`[^`]*`/g, '').match(/\d+/g) ?? [];
    expect(numbers(de.replaceAll('.000', '000'))).toEqual(numbers(en.replaceAll(',000', '000')));
  },
);

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
  const german = JSON.stringify([Object.values(germanTexts), guides.map(([, de]) => de)]);
  expect(german).not.toMatch(/\b([Dd]u|[Dd]ein\w*|[Dd]ich|[Dd]ir)\b/);
  expect(german.match(/[^\\]"[A-Za-z]+\\"/g)).toBeNull();
});
