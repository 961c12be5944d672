import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodePathSegment, parseQuery } from '../../src/rest/query-string.ts';

function codes(raw: string): string[] {
  return parseQuery(raw).issues.map(({ pointer, code }) => `${pointer} ${code}`);
}

function values(raw: string): Record<string, string> {
  return Object.fromEntries(parseQuery(raw).values);
}

const name = fc.stringMatching(/^[a-z_äöü ]{1,12}$/);
const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => {
  return text.isWellFormed() && !text.includes('\0');
});

describe('the query string', () => {
  test('a value arrives unchanged, whether a client encodes it by percent-encoding or as forms do', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 8, noNullPrototype: true }), (input) => {
        const encoded = Object.entries(input).map((pair) => pair.map(encodeURIComponent).join('='));
        for (const raw of [encoded.join('&'), new URLSearchParams(input).toString()]) {
          expect(parseQuery(raw)).toEqual({ values: new Map(Object.entries(input)), issues: [] });
        }
      }),
    );
  });

  test('`+` arrives as a space, %2B as a plus', () => {
    expect(values('since=2026-01-31T12:00:00+01:00')).toEqual({
      since: '2026-01-31T12:00:00 01:00',
    });
    expect(values('since=12:00%2B01:00')).toEqual({ since: '12:00+01:00' });
  });

  test('a value may contain `=`; an empty part between two `&` is no parameter', () => {
    expect(values('cursor=a=b==')).toEqual({ cursor: 'a=b==' });
    expect(parseQuery('')).toEqual({ values: new Map(), issues: [] });
    expect(parseQuery('&&a=1&')).toEqual({ values: new Map([['a', '1']]), issues: [] });
  });

  test('D15: a query parameter that is given twice is an issue', () => {
    expect(codes('limit=1&limit=1')).toEqual(['/limit duplicate']);
    expect(codes('limit=&limit=2')).toEqual(['/limit duplicate']);
    expect(codes('limit=1&%6cimit=2&limit=3')).toEqual(['/limit duplicate']);
    expect(values('a=1&a=2&b=3')).toEqual({ b: '3' });
  });

  test('D15: a query parameter with brackets is an issue', () => {
    expect(codes('limit[]=1')).toEqual(['/limit[] bracketed']);
    expect(codes('limit%5Bgt%5D=1')).toEqual(['/limit[gt] bracketed']);
    expect(values('limit[]=1')).toEqual({});
  });

  test('D16: an empty query value counts as absent', () => {
    expect(parseQuery('cursor=&limit')).toEqual({ values: new Map(), issues: [] });
  });

  test('D17: a NUL is an issue', () => {
    expect(codes('user_id=a%00b')).toEqual(['/user_id invalid_text']);
    expect(codes('a%00=b')).toEqual([' invalid_text']);
  });

  test.each([
    '%',
    '%4',
    '%zz',
    '%C3',
    '%FF',
    '%ED%A0%80',
    '%C0%80',
    '%F4%90%80%80',
    'Ã¤',
    '\ud800',
    '\0',
  ])('D17: bad percent-encoding, a lone surrogate or invalid UTF-8 is an issue: %j', (text) => {
    expect(codes(`a=${text}&b=1`)).toEqual(['/a invalid_encoding']);
    expect(codes(`${text}=1`)).toEqual([' invalid_encoding']);
  });

  test('D79: a refused query names all issues at once', () => {
    expect(codes('a=%&b=1&b=2&c[]=3&d=%00')).toEqual([
      '/a invalid_encoding',
      '/b duplicate',
      '/c[] bracketed',
      '/d invalid_text',
    ]);
  });

  test('D79: a name with `/` and `~` is escaped in the pointer', () => {
    expect(codes('a%2Fb~=1&a%2Fb~=2')).toEqual(['/a~1b~0 duplicate']);
  });

  test('`__proto__` is an ordinary name, and changes no prototype', () => {
    const query = parseQuery('__proto__=x&constructor=y');
    expect([...query.values.keys()]).toEqual(['__proto__', 'constructor']);
    expect(Object.hasOwn(Object.fromEntries(query.values), '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('a query of 51 parameters or 8193 characters is one issue', () => {
    expect(codes(Array.from({ length: 51 }, (_, i) => `a${i}=1`).join('&'))).toEqual([' too_big']);
    expect(codes(`a=${'x'.repeat(8191)}`)).toEqual([' too_big']);
    expect(codes('&'.repeat(10_000_000))).toEqual([' too_big']);
    expect(codes(`a=${'x'.repeat(8190)}`)).toEqual([]);
  });

  test('D17: no query brings a NUL or a lone surrogate to an operation', () => {
    const raw = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[a&=%0-9A-F[\]+]{0,60}$/),
    );
    fc.assert(
      fc.property(raw, (text) => {
        for (const entry of parseQuery(text).values.values()) {
          expect(entry.isWellFormed() && !entry.includes('\0') && entry !== '').toBe(true);
        }
      }),
    );
  });
});

describe('D30: malformed ids in path', () => {
  const issue = (segment: string) => {
    const decoded = decodePathSegment('member_id', segment);
    return typeof decoded === 'string'
      ? decoded
      : `${decoded.in} ${decoded.pointer} ${decoded.code}`;
  };

  test('D30: a string without the form of an id is looked up like any id', () => {
    for (const text of ['mem_1', '..', 'a+b', '*', "';drop"]) expect(issue(text)).toBe(text);
    expect(issue('a%2Fb%C3%A4')).toBe('a/bä');
  });

  test('D30: bad percent-encoding is an issue', () => {
    for (const text of ['%', '%E0%A4%A', '%ED%A0%80', 'ä']) {
      expect(issue(text)).toBe('path /member_id invalid_encoding');
    }
  });

  test('D30: a NUL is an issue', () => {
    expect(issue('mem_%00')).toBe('path /member_id invalid_text');
  });

  test('D30: an id of more than 100 characters, not bytes, is an issue', () => {
    expect(issue('x'.repeat(100))).toBe('x'.repeat(100));
    expect(issue('%F0%9F%98%80'.repeat(100))).toBe('😀'.repeat(100));
    for (const text of ['x'.repeat(101), '%F0%9F%98%80'.repeat(101), 'x'.repeat(1_000_000)]) {
      expect(issue(text)).toBe('path /member_id too_big');
    }
  });

  test('D30: every text of up to 100 characters arrives as it was before its encoding', () => {
    fc.assert(
      fc.property(value, (text) => {
        expect(decodePathSegment('id', encodeURIComponent(text))).toBe(text);
      }),
    );
  });
});
