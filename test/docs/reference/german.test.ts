import { expect, test } from 'vitest';
import { eventGuide } from '../../../src/docs/reference/event-guide.ts';
import { germanParts, germanTexts, sayIn } from '../../../src/docs/reference/say-german.ts';
import { readReference } from '../../../src/docs/site/reference.ts';
import { errorGuide } from '../../../src/rest/error-guide.ts';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';

const link = (markdown: string) => markdown;
const asked = new Set<string>();
const document = openApiDocument();
const say = sayIn('en', (english) => asked.add(english));
readReference({ document, language: 'en', say, link });

test('P259: every English text of the reference has a German one', () => {
  expect([...asked].filter((english) => !germanTexts[english])).toEqual([]);
  expect(() => readReference({ document, language: 'de', say: sayIn('de'), link })).not.toThrow();
});

test('P259: a text without German stops the build, and the error says where the German belongs', () => {
  expect(() => sayIn('de')('A text of tomorrow.')).toThrow(
    'src/docs/german for: A text of tomorrow.',
  );
});

test('P259: the dictionary has no unused entry, and none twice', () => {
  expect(Object.keys(germanTexts).filter((english) => !asked.has(english))).toEqual([]);
  const all = germanParts.flatMap((part) => Object.keys(part));
  expect(all).toHaveLength(new Set(all).size);
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
