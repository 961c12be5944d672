import type { Described, Place } from '../../trpc/harness/positions.ts';

/** Times at the ends of what RFC 3339, JavaScript and PostgreSQL can write, and beyond. */
const times = [
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59.999-23:59',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '1969-12-31T23:59:59.999Z',
  '2026-11-20T00:00:00-23:59',
  '2026-11-20T00:00:00+16:00',
  '2026-11-20T00:00:00+24:00',
  '2026-11-20T00:00:00.123456789012345678901234567890Z',
  '2026-06-30T23:59:60Z',
  '2026-02-29T00:00:00Z',
  '2026-11-20t00:00:00z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999-23:59',
  '+010000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
];
const days = [
  '0000-01-01',
  '0001-01-01',
  '0001-01-31',
  '1969-12-31',
  '1970-01-01',
  '2026-02-29',
  '9998-12-31',
  '9999-12-31',
  '10000-01-01',
  '-0001-01-01',
];

/** Code points that have broken programs before: alone, and inside of a text. */
const letters = [
  '\0',
  '\ud800',
  '\udfff',
  '\uffff',
  '\ufeff',
  '\u202e',
  '\u200b',
  '\u00ad',
  '\u0301',
  '\u{1f468}\u200d\u{1f469}',
  '\u{10ffff}',
  '\u0001',
  '\u2028',
  '\\',
  '%',
];
const texts = ['', ' ', ...letters.flatMap((letter) => [letter, `a${letter}b`])];

const numbers = [0, -1, 0.5, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), 5e-324, 1.7e308];

/** The ends of what the place may hold, and values beside and beyond them, made from its schema. */
export function endsOf({ schemas }: Place): unknown[] {
  return [...new Set(schemas.flatMap(endsOfSchema))];
}

/** True if the schema itself says where its values end, so that few values are all of them. */
export const hasEnds = ({ schemas }: Place) =>
  schemas.some(({ format, minimum, maximum }) =>
    [format, minimum, maximum].some((end) => end !== undefined),
  );

function endsOfSchema({ type, format, maxLength, minimum, maximum }: Described): unknown[] {
  const types = [type ?? []].flat();
  if (types.includes('integer') || types.includes('number')) {
    const ends = [minimum, maximum].filter((end) => end !== undefined);
    return [...numbers, ...ends.flatMap((end) => [end - 1, end, end + 1])];
  }
  if (!types.includes('string')) return [];
  if (format === 'date-time') return times;
  if (format === 'date') return days;
  const longest = maxLength === undefined ? [] : ofLength(maxLength);
  return [...longest, ...texts];
}

/** The longest text, of letters that count as one, as two and as four, and a longer one. */
const ofLength = (most: number) => [
  'a'.repeat(most),
  '\u{1f600}'.repeat(most),
  'a\u0301'.repeat(most / 2),
  '\u0001'.repeat(most),
  'a'.repeat(most + 1),
];
