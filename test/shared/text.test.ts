import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { text, trimmedText } from '../../src/shared/text.ts';

function accepts(schema: ReturnType<typeof text>, value: unknown): boolean {
  return schema.safeParse(value).success;
}

const anyText = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((t) => {
  return t.isWellFormed() && !t.includes('\0');
});

describe('D32: "1 to 120 characters"', () => {
  const title = trimmedText(1, 120);

  test('D32: code points, not UTF-16 units', () => {
    expect(accepts(title, '😀'.repeat(120))).toBe(true);
    expect(accepts(title, '😀'.repeat(121))).toBe(false);
    expect(accepts(title, 'ä'.repeat(120))).toBe(true);
  });

  test('D32: after trim', () => {
    expect(title.parse(`  \t${'x'.repeat(120)}\u00a0\n`)).toBe('x'.repeat(120));
    expect(title.parse(' a b ')).toBe('a b');
  });

  test.each(['', ' ', '\t\n', '\u3000\ufeff'])('D32: blank → 422: %j', (blank) => {
    expect(accepts(title, blank)).toBe(false);
  });

  test('D32: what counts is the number of code points of the trimmed text', () => {
    const schema = trimmedText(2, 10);
    fc.assert(
      fc.property(anyText, (value) => {
        const length = [...value.trim()].length;
        expect(accepts(schema, value)).toBe(length >= 2 && length <= 10);
      }),
    );
  });
});

describe('D33: missing length limits', () => {
  test('D33: at most so many code points; empty is a text, spaces are kept', () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 20 }), (value, max) => {
        const { success, data } = text(max).safeParse(value);
        expect(success).toBe([...value].length <= max);
        if (success) expect(data).toBe(value);
      }),
    );
  });
});

test('D17: NUL or lone surrogate → 422, whoever calls', () => {
  for (const value of ['a\0b', '\ud83d', 'a\ude00']) {
    expect(accepts(text(100), value)).toBe(false);
    expect(accepts(trimmedText(1, 100), value)).toBe(false);
  }
});
