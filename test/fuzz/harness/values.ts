import fc from 'fast-check';

/** Strings that have broken programs before. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udfffb',
    '\u202e',
    '\ufeff',
    '\u0000\u0001\u001f',
    '😀'.repeat(121),
    'x'.repeat(5001),
    'x'.repeat(70_000),
    '9'.repeat(400),
    '-1',
    '1e400',
    'NaN',
    'null',
    '2026-02-30',
    '2026-11-18T09:00:00Z',
    '+275760-09-13T00:00:00.000Z',
    '-000001-01-01T00:00:00Z',
    '9999-12-31T23:59:60+14:00',
    "'; drop table member; --",
    '%s%n{{7*7}}',
    '__proto__',
    'constructor',
    'toString',
    'a@b',
    'a@example.com',
    `${'a'.repeat(250)}@example.com`,
    'member',
    'admin',
    'owner',
    'done',
    'revoked',
    '../../etc/passwd',
  ),
);

const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, -1, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, 5e-324, 0.1),
);

function deep(levels: number, inner: unknown): unknown {
  let value = inner;
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Any JSON, even deeper and larger than the API allows. */
export const json: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: number },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [{}]) },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.dictionary(text, fc.oneof(text, number), { maxKeys: 20 }) },
  { weight: 1, arbitrary: fc.integer({ min: 15, max: 40 }).map((levels) => deep(levels, 1)) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 150, max: 260 })
      .map((n) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, i]))),
  },
);

/** Parts of URLs: broken percent-encodings, reserved characters, raw bytes above ASCII. */
export const urlText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }).map((value) => encodeURIComponent(value.toWellFormed())),
  fc.constantFrom(
    '%',
    '%0',
    '%zz',
    '%00',
    '%ff',
    '%c0%80',
    '%ed%a0%80',
    '%f4%90%80%80',
    '%2f',
    '%2e%2e',
    '..',
    '.',
    '%20',
    '+',
    '%252f',
    ';a=b',
    "'",
    '"',
    '[]',
    '{}',
    '\u00e4',
    'x'.repeat(101),
    'x'.repeat(3000),
    '%41'.repeat(90),
  ),
  fc.string({ unit: fc.constantFrom(...'abc012%&=?#/+[]._-~!$*,;:@') }),
);

const isHeaderCharacter = (char: string) => char === '\t' || (char >= ' ' && char !== '\x7f');

/** Values of header lines: bytes without control characters. */
export const headerText: fc.Arbitrary<string> = fc.oneof(
  fc
    .string({ unit: 'binary' })
    .map((value) => Buffer.from(value.toWellFormed()).toString('latin1'))
    .map((value) => [...value].filter(isHeaderCharacter).join('')),
  fc.constantFrom('', ' ', '"a"', 'a, b', '*', 'de;q=2', 'en;q=0.0001', ',,,', 'x'.repeat(200)),
);
