import { expect, test } from 'vitest';
import { typedDay } from '../../src/app/text/day-input.ts';
import { dayText } from '../../src/app/text/day-text.ts';
import { languages } from '../../src/shared/language.ts';

/** A Wednesday. */
const TODAY = '2026-11-18';

test.each([
  ['2026-12-01', '2026-12-01'],
  ['2026-12-1', '2026-12-01'],
  ['1.12.2026', '2026-12-01'],
  [' 01.12.2026 ', '2026-12-01'],
  ['1.12.', '2026-12-01'],
  ['17.11.', '2027-11-17'],
  ['18.11.', '2026-11-18'],
  ['1 Dec 2026', '2026-12-01'],
  ['1. Dezember', '2026-12-01'],
  ['3 März 2027', '2027-03-03'],
  ['today', '2026-11-18'],
  ['Morgen', '2026-11-19'],
  ['übermorgen', '2026-11-20'],
  ['in 2 Wochen', '2026-12-02'],
  ['in 1 week', '2026-11-25'],
  ['in 10 Tagen', '2026-11-28'],
  ['Friday', '2026-11-20'],
  ['mittwoch', '2026-11-25'],
])('a person who types "%s" means %s', (text, day) => {
  expect(typedDay(text, TODAY)).toBe(day);
});

// Which day "1/12/2026" is depends on the country, and "12" alone could be a day, a month or days.
test.each([
  '',
  'soon',
  '12',
  '1/12/2026',
  '30.2.2027',
  '2026-13-01',
  'in 2 years',
  '1 Foo',
  '0.1.',
])('"%s" is no day', (text) => {
  expect(typedDay(text, TODAY)).toBeUndefined();
});

test.each(languages)('the text of a day in %s is read as this day', (language) => {
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    expect(typedDay(dayText(day, language), TODAY)).toBe(day);
  }
});
