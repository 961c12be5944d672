import { expect, test } from 'vitest';
import { typedDay, typedMoment } from '../../src/app/text/day-input.ts';
import { dayText } from '../../src/app/text/day-text.ts';
import { languages } from '../../src/shared/language/language.ts';

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

test.each([
  ['yesterday 14:30', '2026-11-17T14:30'],
  ['gestern um 8:05 Uhr', '2026-11-17T08:05'],
  ['vor 3 Tagen', '2026-11-15T00:00'],
  ['2 weeks ago, 9:00', '2026-11-04T09:00'],
  ['14:30', '2026-11-18T14:30'],
  ['wednesday', '2026-11-11T00:00'],
  ['31.12.', '2025-12-31T00:00'],
  ['31.12.2026', '2026-12-31T00:00'],
  ['2026-12-31', '2026-12-31T00:00'],
  ['2026-11-01T08:00', '2026-11-01T08:00'],
  ['1 Nov 2026 08:00', '2026-11-01T08:00'],
])('a person who types "%s" as a past time means %s', (text, moment) => {
  expect(typedMoment(text, `${TODAY}T12:00`)).toBe(moment);
});

test.each(['', '25:00', '1', 'soon', '31.2.2026', '1.12.2026 24:00'])('"%s" is no time', (text) => {
  expect(typedMoment(text, `${TODAY}T12:00`)).toBeUndefined();
});

test.each(languages)('a time that is shown in %s is read again', (language) => {
  expect(typedMoment(`${dayText('2025-03-09', language)} 07:30`, `${TODAY}T12:00`)).toBe(
    '2025-03-09T07:30',
  );
});
