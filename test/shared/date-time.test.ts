import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateInput, dateTimeInput } from '../../src/shared/schema/date-time.ts';

const years = { min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z') };
const instants = fc.date({ ...years, noInvalidDate: true });
const two = (n: number) => String(n).padStart(2, '0');

describe('D28: date-time input', () => {
  test.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00+01:00', '2026-01-31T11:00:00.000Z'],
    ['2026-01-31T12:00:00.5-05:30', '2026-01-31T17:30:00.500Z'],
    ['2024-02-29T23:59:59.999+00:00', '2024-02-29T23:59:59.999Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    // RFC 3339, section 5.6: "T" and "Z" may be small letters.
    ['2026-01-31t12:00:00z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31t12:00:00+01:00', '2026-01-31T11:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('D28: %s is kept in UTC with milliseconds (D27)', (text, instant) => {
    expect(dateTimeInput.parse(text)).toBe(instant);
  });

  test.each([
    '2026-01-31',
    '2026-01-31T12:00Z',
    '2026-01-31T12:00:00',
    '2026-01-31 12:00:00Z',
    '2026-01-31T12:00:00+0100',
    '2026-01-31T12:00:00+01',
    '2026-01-31T12:00:00+25:00',
    '2026-02-29T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:00:60Z',
    '+012026-01-31T12:00:00Z',
    '1767225600',
    'now',
    '',
  ])('D28: a date-time needs an offset, seconds and a real day, else it is refused: %j', (text) => {
    expect(dateTimeInput.safeParse(text).success).toBe(false);
  });

  test('D28: the hint says "encode + as %2B", because the plus of a query arrives as a space', () => {
    const { error } = dateTimeInput.safeParse('2026-01-31T12:00:00 01:00');
    expect(error?.issues).toMatchObject([{ message: expect.stringContaining('encode + as %2B') }]);
    expect(error?.issues).toHaveLength(1);
  });

  test.each(['0000-06-01T00:00:00Z', '0001-01-01T00:00:00+10:00', '9999-12-31T23:59:59-05:00'])(
    'D28: an instant outside the years 1 to 9999 in UTC is refused: %s',
    (text) => {
      expect(dateTimeInput.safeParse(text).success).toBe(false);
    },
  );

  test('D28: milliseconds are kept, and finer fractions are cut off, not rounded', () => {
    fc.assert(
      fc.property(instants, fc.stringMatching(/^[0-9]{1,12}$/), (instant, finer) => {
        const iso = instant.toISOString();
        expect(dateTimeInput.parse(`${iso.slice(0, -1)}${finer}Z`)).toBe(iso);
      }),
    );
  });

  test('D28: the same instant in any offset gives the same text', () => {
    const offset = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
    fc.assert(
      fc.property(instants, offset, (instant, minutes) => {
        const local = new Date(instant.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        const distance = Math.abs(minutes);
        const sign = minutes < 0 ? '-' : '+';
        const text = `${local}${sign}${two(Math.floor(distance / 60))}:${two(distance % 60)}`;
        expect(dateTimeInput.parse(text)).toBe(instant.toISOString());
      }),
    );
  });

  test('D28: any text gives an instant or an issue, never an exception', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,14}Z$/),
    );
    fc.assert(
      fc.property(text, (input) => {
        const { success, data } = dateTimeInput.safeParse(input);
        if (success) expect(new Date(data).toISOString()).toBe(data);
      }),
    );
  });
});

describe('D29: date fields', () => {
  test('D29: every real calendar day is kept as it is, and days in the past are accepted', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const day = instant.toISOString().slice(0, 10);
        expect(dateInput.parse(day)).toBe(day);
      }),
    );
  });

  test.each([
    '2026-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-1-1',
    '0000-01-01',
    '10000-01-01',
    '-0001-01-01',
    '2026-01-31T00:00:00Z',
    '31.01.2026',
    '',
  ])(
    'D29: a date is YYYY-MM-DD, a real calendar day without a zone, else it is refused: %j',
    (text) => {
      expect(dateInput.safeParse(text).success).toBe(false);
    },
  );
});

test.each([
  ['2026-02-30T12:00:00Z', 'There is no such day or time.'],
  ['2026-01-31t24:00:00z', 'There is no such day or time.'],
  ['2026-01-31T12:00:60Z', 'There is no such day or time.'],
  ['2026-01-31', 'A date-time with seconds and offset'],
  ['0000-01-31T12:00:00Z', 'A date-time with seconds and offset'],
])('the issue about a date-time that does not exist says so: %s', (text, message) => {
  const [issue, ...more] = dateTimeInput.safeParse(text).error?.issues ?? [];
  expect([issue?.code, issue?.message, more]).toEqual([
    'invalid_format',
    expect.stringContaining(message),
    [],
  ]);
});

test.each([
  ['2026-02-30', 'The calendar has no such day.'],
  ['2026-13-01', 'The calendar has no such day.'],
  ['2026-2-1', 'A day of the calendar as YYYY-MM-DD.'],
  ['tomorrow', 'A day of the calendar as YYYY-MM-DD.'],
])('the issue about a day that does not exist says so: %s', (text, message) => {
  expect(dateInput.safeParse(text).error?.issues).toMatchObject([{ message }]);
});
