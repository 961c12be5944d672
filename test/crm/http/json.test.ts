import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactDecimal } from '../../../src/crm/exact-decimal.ts';
import { type CrmJson, parseCrmJson } from '../../../src/crm/http/crm-json.ts';
import { computedMs, onThisMachine } from '../../harness/computed-ms.ts';

test('a number becomes the text that was sent', () => {
  expect(parseCrmJson('{"a": 1234567890123456.78, "b": [1.5E7, -0], "c": "2"}')).toEqual({
    a: '1234567890123456.78',
    b: ['1.5E7', '-0'],
    c: '2',
  });
});

test('texts contain nothing that the database cannot store', () => {
  expect(parseCrmJson('["a\\u0000b", "\\ud83d", "\\ud83d\\ude00"]')).toEqual([
    'ab',
    '\ufffd',
    '😀',
  ]);
  expect(parseCrmJson('{"a\\u0000b": "\\u0000"}')).toEqual({ ab: '' });
});

test('JSON of 64 levels is read, JSON of 65 levels is refused, and brackets in texts do not count', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(() => parseCrmJson(nested(64))).not.toThrow();
  expect(() => parseCrmJson(nested(65))).toThrow(SyntaxError);
  const text = `${'['.repeat(500)}\\"${'{'.repeat(500)}`;
  expect(parseCrmJson(JSON.stringify({ text }))).toEqual({ text });
});

test.each([
  [
    'brackets behind many levels',
    (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`,
  ],
  [
    'a text with a bracket on each level',
    (depth: number) => `${'["]]",'.repeat(depth)}0${']'.repeat(depth)}`,
  ],
  [
    'a text that ends with a backslash',
    (depth: number) => `${'["\\\\",'.repeat(depth)}0${']'.repeat(depth)}`,
  ],
  ['a text with a quote', (depth: number) => `${'["\\"]",'.repeat(depth)}0${']'.repeat(depth)}`],
  [
    'a text with a backslash and a quote',
    (depth: number) => `${'["\\\\\\"]",'.repeat(depth)}0${']'.repeat(depth)}`,
  ],
  [
    'fields beside',
    (depth: number) => `[[],${'{"a":[],"b":'.repeat(depth - 2)}0${'}'.repeat(depth - 2)}]`,
  ],
])('64 levels are read, and 66 are not, with %s', (_, nested) => {
  expect(() => JSON.parse(nested(66))).not.toThrow();
  expect(() => parseCrmJson(nested(64))).not.toThrow();
  expect(() => parseCrmJson(nested(66))).toThrow(SyntaxError);
});

test('a text without an end, or of brackets alone, is refused quickly', () => {
  for (const part of ['[', '{"a":', '"\\"', '\\', '"\\\\\\"', '-', '1.', '1e']) {
    // If the time grew with the square of the length, this would take hours.
    expect(() => parseCrmJson(part.repeat(200_000))).toThrow(SyntaxError);
  }
});

test('a text is read exactly if it is JSON', () => {
  const part = fc.constantFrom(
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '"a"',
    '"\\""',
    '"\\\\"',
    '"',
    '\\',
    ' ',
    '\n',
    'true',
    'null',
    '0',
    '-0',
    '01',
    '-',
    '1.',
    '.5',
    '1.50',
    '1e5',
    '1E+5',
    '1e',
    '+1',
    '12',
    'NaN',
    '--1',
    '1-1',
  );
  const isJson = (parse: (text: string) => unknown, text: string) => {
    try {
      parse(text);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError);
      return false;
    }
  };
  const texts = fc.array(part, { maxLength: 9 }).map((parts) => parts.join(''));
  const wrapped = texts.chain((text) =>
    fc.constantFrom(text, `[${text}]`, `{"a":${text}}`, `{${text}:1}`, `[0,${text}, 1]`),
  );
  fc.assert(
    fc.property(wrapped, (text) => {
      expect([text, isJson(parseCrmJson, text)]).toEqual([text, isJson(JSON.parse, text)]);
    }),
    { numRuns: 5_000 },
  );
});

test('any JSON is read unchanged, except that numbers become texts', () => {
  const asText = (value: unknown): CrmJson =>
    JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'number' ? `${each}` : each));
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      // Surrogates and NUL have a test of their own.
      fc.pre(!/\\u0000|\\ud[89a-f]/.test(JSON.stringify(value)));
      expect(parseCrmJson(JSON.stringify(value))).toEqual(asText(value));
    }),
  );
});

test.each([
  ['numbers', `[${'1,'.repeat(8_000_000)}1]`],
  ['lists', `[${'[],'.repeat(5_000_000)}1]`],
  ['texts', `[${'"",'.repeat(5_000_000)}1]`],
])('16 MB of %s are refused at once, before they are parsed', (_, text) => {
  const startedAt = computedMs();
  expect(() => parseCrmJson(text)).toThrow('too_many_values');
  expect(computedMs() - startedAt).toBeLessThan(onThisMachine(100));
});

test('a large account has hundreds of thousands of options', () => {
  const option = { label: 'One', value: 'a, b', displayOrder: 1, hidden: false };
  const options = Array.from({ length: 100_000 }, () => option);
  expect((parseCrmJson(JSON.stringify({ options })) as { options: [] }).options.length).toBe(
    100_000,
  );
});

test.each([
  ['1.5E7', '15000000'],
  ['-3.2e-3', '-0.0032'],
  ['1.230E1', '12.30'],
  ['007.5', '7.5'],
  ['.5', '0.5'],
  ['12345678901234567890.123456789', '12345678901234567890.123456789'],
  ['', null],
  ['12,5', null],
  ['1e999', null],
  ['NaN', null],
  ['9'.repeat(500), null],
])('%s is %s, with all digits', (text, exact) => {
  expect(exactDecimal(text)).toBe(exact);
});

test('a number keeps its value', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e150, max: 1e150 }),
      (number) => {
        const exact = exactDecimal(`${number}`);
        fc.pre(exact !== null);
        expect(Number(exact)).toBe(number === 0 ? Number(exact) : number);
      },
    ),
  );
});
