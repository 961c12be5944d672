import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { text, trimmedText } from '../../src/shared/schema/text.ts';

function accepts(schema: ReturnType<typeof text>, value: unknown): boolean {
  return schema.safeParse(value).success;
}

const anyText = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((t) => {
  return t.isWellFormed() && !t.includes('\0');
});

describe('D32: "1 to 120 characters"', () => {
  const title = trimmedText(1, 120);

  test('D32: the length counts code points, not UTF-16 units', () => {
    expect(accepts(title, '😀'.repeat(120))).toBe(true);
    expect(accepts(title, '😀'.repeat(121))).toBe(false);
    expect(accepts(title, 'ä'.repeat(120))).toBe(true);
  });

  test('D32: the length is that of the trimmed text', () => {
    expect(title.parse(`  \t${'x'.repeat(120)}\u00a0\n`)).toBe('x'.repeat(120));
    expect(title.parse(' a b ')).toBe('a b');
  });

  test.each(['', ' ', '\t\n', '\u3000\ufeff'])('D32: a blank text is refused: %j', (blank) => {
    expect(accepts(title, blank)).toBe(false);
  });

  test('D32: a text is accepted if it has 1 to 120 code points after trimming', () => {
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
  test('D33: a text has at most the given number of code points, may be empty, and keeps its spaces', () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 20 }), (value, max) => {
        const { success, data } = text(max).safeParse(value);
        expect(success).toBe([...value].length <= max);
        if (success) expect(data).toBe(value);
      }),
    );
  });
});

test('D17: a NUL or a lone surrogate is refused in the app too', () => {
  for (const value of ['a\0b', '\ud83d', 'a\ude00']) {
    expect(accepts(text(100), value)).toBe(false);
    expect(accepts(trimmedText(1, 100), value)).toBe(false);
  }
});
