import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonDocument } from '../../src/shared/json/json-document.ts';
import { computedMs, costsOf } from '../harness/computed-ms.ts';

function parse(text: string) {
  return parseJsonDocument(Buffer.from(text));
}

function issues(text: string): string[] {
  const document = parse(text);
  return document.ok ? [] : document.issues.map(({ pointer, code }) => `${pointer} ${code}`);
}

/** Writes a number without an exponent: `1.5e+21` becomes 1500000000000000000000. */
function decimal(number: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d)(?:\.(\d+))?e\+(\d+)$/.exec(number) ?? [];
  return whole === '' ? number : sign + (whole + fraction).padEnd(Number(power) + 1, '0');
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((t) => {
  return t.isWellFormed() && !t.includes('\0') && t !== '__proto__';
});
const members = fc.dictionary(text, fc.jsonValue({ maxDepth: 4 }), { noNullPrototype: true });
const clean = members.filter(
  (value) => !/\\u0000|\\u[dD][89a-fA-F]|__proto__/.test(JSON.stringify(value)),
);

describe('the JSON body', () => {
  test('an object arrives unchanged, whatever its white space', () => {
    fc.assert(
      fc.property(clean, fc.nat({ max: 4 }), (value, indent) => {
        const sent = JSON.stringify(value, null, indent);
        expect(parse(sent)).toEqual({ ok: true, value: JSON.parse(sent) });
      }),
    );
  });

  test('any bytes give an object or issues, never an exception', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc.stringMatching(/^[{}[\]",:\\u0a1 d8]{0,60}$/).map((t) => Buffer.from(t)),
    );
    fc.assert(
      fc.property(bytes, (input) => {
        const document = parseJsonDocument(input);
        expect(document.ok || document.issues.length > 0).toBe(true);
      }),
    );
  });

  test.each([
    '{',
    '',
    ' ',
    '{a:1}',
    "{'a':1}",
    '{"a":01}',
    '{"a":1,}',
    '{"a":"\u0001"}',
    '{"a":NaN}',
  ])('D12: malformed JSON is refused: %j', (input) => {
    expect(issues(input)).toEqual([' invalid_json']);
  });

  test.each(['[]', '[{"a":1}]', '"x"', '1', 'null', 'true'])(
    'D12: a value that is not an object is refused: %s',
    (input) => {
      expect(issues(input)).toEqual([' not_an_object']);
    },
  );

  test('D82: the detail is stable English, without the words of the engine', () => {
    expect(parse('{oops')).toMatchObject({ issues: [{ detail: 'The body is not valid JSON.' }] });
  });

  test.each([[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80]])(
    'D17: a body that is not UTF-8 is refused: %j',
    (...bytes) => {
      const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);
      expect(parseJsonDocument(body)).toMatchObject({ issues: [{ code: 'invalid_encoding' }] });
    },
  );

  test('D17: a NUL or a lone surrogate in any string or name is refused with its pointer', () => {
    expect(issues('{"a":{"b":["x","\\u0000"]}}')).toEqual(['/a/b/1 invalid_text']);
    expect(issues('{"a":"\\ud83d","b":"\\ude00"}')).toEqual(['/a invalid_text', '/b invalid_text']);
    expect(issues('{"a":{"x\\u0000":1}}')).toEqual(['/a/x\uFFFD invalid_text']);
    expect(issues('{"\\ud83d":1}')).toEqual(['/\uFFFD invalid_text']);
    expect(issues('{"a":"\\ud83d\\ude00"}')).toEqual([]);
  });

  test('D79: pointers escape names with `/` and `~`, and cut long names', () => {
    expect(issues('{"a/b":{"~":"\\u0000"}}')).toEqual(['/a~1b/~0 invalid_text']);
    expect(issues(`{"${'x'.repeat(5000)}":"\\u0000"}`)).toEqual([
      `/${'x'.repeat(100)} invalid_text`,
    ]);
  });

  test('D79: a refused body names all issues at once, up to a limit', () => {
    const many = JSON.stringify({ a: Array.from({ length: 1000 }, () => '\0') });
    expect(issues(many)).toHaveLength(20);
  });

  test('a name that is given twice is an issue, because two readers could take different values', () => {
    expect(issues('{"a":1,"a":2}')).toEqual(['/a duplicate']);
    expect(issues('{"a":1,"\\u0061":2}')).toEqual(['/a duplicate']);
    expect(issues('{"x":[{"a":1},{"b":{},"b" :\n[]}]}')).toEqual(['/x/1/b duplicate']);
    expect(issues('{"x":[[1,2],{"a":"a:","b":"\\",\\"a\\":"}],"a":{"a":1}}')).toEqual([]);
  });

  test('`__proto__` is refused at any depth, and changes no prototype', () => {
    expect(issues('{"__proto__":{"x":1}}')).toEqual(['/__proto__ unrecognized_key']);
    expect(issues('{"a":[{"__proto__":1}]}')).toEqual(['/a/0/__proto__ unrecognized_key']);
    expect(issues('{"constructor":1,"toString":2}')).toEqual([]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('a number that no double can hold is refused, not turned into null', () => {
    expect(issues('{"a":1e999,"b":[-1e999]}')).toEqual(['/a too_big', '/b/0 too_big']);
  });

  test.each([
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '9007199254740993.0',
    '9007199254740993e0',
    // Doubles hold these numbers, but write them with fewer digits.
    '90071992547409936',
    '1180591620717411303424',
    // A fraction makes no difference.
    '12345678901234567890.5',
    '9007199254740991.5',
  ])('a number that would not come back as it was sent is refused: %s', (number) => {
    expect(parse(`{"a":{"b":[true,${number}]}}`)).toEqual({
      ok: false,
      issues: [
        {
          in: 'body',
          pointer: '/a/b/1',
          code: 'inexact',
          detail: 'The number cannot be kept exactly: send it as a string.',
        },
      ],
    });
  });

  test.each([
    '0',
    '-0',
    '0.0e999',
    '0.1',
    '1.0',
    '1.50',
    '1E2',
    '-2.5e-3',
    '9007199254740991',
    '9007199254740992',
    '12345678901234567000',
    '1e21',
    '1000000000000000000000',
    '0.30000000000000004',
    '1.7976931348623157e308',
    '5e-324',
    // Decimal types write more digits of a fraction than a double keeps.
    '0.10000000000000001',
    '0.3333333333333333333333333333',
    '123456789.123456789123',
    '4503599627370497.5',
    '1e-400',
  ])('a number that comes back, except for the end of its fraction, is accepted: %s', (number) => {
    expect(issues(`{"a":${number}}`)).toEqual([]);
  });

  test('every number that a program writes from a double is accepted', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(double, (value) => {
        expect(issues(JSON.stringify({ a: value }))).toEqual([]);
      }),
    );
  });

  test('a safe integer with a fraction is accepted, however many digits the fraction has', () => {
    const digits = fc.stringMatching(/^[0-9]{1,40}$/);
    fc.assert(
      fc.property(fc.integer(), digits, (whole, fraction) => {
        expect(issues(`{"a":${whole}.${fraction}}`)).toEqual([]);
      }),
    );
  });

  test('an integer is accepted exactly when the same digits come back', () => {
    const zeros = fc.nat({ max: 6 }).map((count) => 10n ** BigInt(count));
    const integer = fc
      .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), zeros)
      .map(([value, scale]) => (value / scale) * scale);
    fc.assert(
      fc.property(integer, (value) => {
        const comesBack = BigInt(decimal(String(Number(value)))) === value;
        expect(issues(`{"a":${value}}`)).toEqual(comesBack ? [] : ['/a inexact']);
      }),
      { numRuns: 2000 },
    );
  });

  test('a body of 32 levels is read, a body of 33 levels is refused', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(issues(nested(32))).toEqual([]);
    expect(issues(nested(33))).toEqual([' too_deep']);
  });

  test('a body of 2,000 names is read, a body of 2,001 names is refused, because each name could become an issue', () => {
    const members = (count: number) => Array.from({ length: count }, (_, i) => `"n${i}":1`).join();
    expect(issues(`{"a":[{${members(1999)}}]}`)).toEqual([]);
    expect(issues(`{"a":[{${members(2000)}}]}`)).toEqual([' too_big']);
    expect(issues(`{${members(30_000)}}`)).toEqual([' too_big']);
  });

  test('a body of thousands of levels is refused without a crash', () => {
    const levels = 130_000;
    expect(issues('['.repeat(levels))).toEqual([' too_deep']);
    expect(issues(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`)).toEqual([' too_deep']);
    expect(issues('{"a":'.repeat(levels))).toEqual([' too_deep']);
  });

  test('a text that is not JSON has one issue, which says so', () => {
    for (const text of [
      '{"a":1,"a":-',
      '{"a":1e999',
      '{"a":"x',
      '{"\\ud":1,"\\ud":2}',
      '"',
      '{"a":9e9-e',
    ]) {
      expect(issues(text)).toEqual([' invalid_json']);
    }
    expect(issues(`{"a":[${'1e999,'.repeat(30)}`)).toEqual([' invalid_json']);
  });

  describe('of 256 KiB', () => {
    const list = (item: (n: number) => string, count: number) =>
      `{"a":[${Array.from({ length: count }, (_, n) => item(n)).join()}]}`;
    const levels = 130_000;

    function reading(): () => unknown {
      const ones = list(() => '1', levels);
      expect(issues(ones)).toEqual([]);
      const body = Buffer.from(ones);
      return () => parseJsonDocument(body);
    }

    test.each([
      ['numbers that are not kept', list(() => '9007199254740993', 15_000)],
      ['numbers that are too large', list(() => '1e999', 43_000)],
      ['lists in lists', `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`],
      ['names', `{${Array.from({ length: 22_000 }, (_, n) => `"n${n}":1`).join()}}`],
    ])('the refusal of %s takes less than half of the time of reading', (_, text) => {
      expect(issues(text)).not.toEqual([]);
      const refused = Buffer.from(text);
      const [cost, whole] = costsOf(() => parseJsonDocument(refused), reading());
      expect(cost).toBeLessThan(whole / 2);
    });

    // Exact arithmetic would take a hundred times as long.
    test('reading large numbers with few digits takes not much longer than JSON.parse', () => {
      const text = list(() => '1e99', 52_000);
      expect(issues(text)).toEqual([]);
      const body = Buffer.from(text);
      const [cost, parsed] = costsOf(
        () => parseJsonDocument(body),
        () => JSON.parse(text),
      );
      expect(cost).toBeLessThan(12 * parsed);
    });
  });

  test('256 KiB of quotes, escapes, spaces and digits are read in linear time', () => {
    const before = computedMs();
    expect(issues(`{"a":"${'\\"'.repeat(131_000)}"}`)).toEqual([]);
    expect(issues(`{"a":"${'\\\\'.repeat(131_000)}"}`)).toEqual([]);
    expect(issues(`{"a":["x"${' '.repeat(260_000)}]}`)).toEqual([]);
    expect(issues(`{"a":[${'"",'.repeat(87_000)}""]}`)).toEqual([]);
    expect(issues(`{"a":[${'1.50,'.repeat(52_000)}0]}`)).toEqual([]);
    expect(issues(`{"a":1${'0'.repeat(130_000)}.${'0'.repeat(130_000)}1}`)).toEqual(['/a too_big']);
    expect(issues(`{"a":0.${'10'.repeat(130_000)}1}`)).toEqual([]);
    expect(issues(`{"a":1${'0'.repeat(300)}.${'0'.repeat(200_000)}1}`)).toEqual(['/a inexact']);
    expect(computedMs() - before).toBeLessThan(2000);
  });
});
