import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeFormObject } from '../../src/features/cases/free-form.schema.ts';

function accepts(value: unknown): boolean {
  return freeFormObject.safeParse(value).success;
}

/** An object with the given number of levels. `arrays` says which levels are arrays. */
function nested(levels: number, arrays: (level: number) => boolean): Record<string, unknown> {
  let value: unknown = {};
  for (let level = levels - 1; level >= 1; level--) {
    value = level > 1 && arrays(level) ? [value] : { a: value };
  }
  return value as Record<string, unknown>;
}

describe('D34: free-form objects', () => {
  test('D34: ≤64 KiB each, counted in bytes of compact JSON', () => {
    expect(accepts({ a: 'x'.repeat(65_536 - 8) })).toBe(true);
    expect(accepts({ a: 'x'.repeat(65_536 - 7) })).toBe(false);
    expect(accepts({ a: 'ä'.repeat(32_768 - 4) })).toBe(true);
    expect(accepts({ a: 'ä'.repeat(32_768 - 3) })).toBe(false);
  });

  test('D34: depth ≤20, the object itself is the first level', () => {
    for (let levels = 1; levels <= 40; levels++) {
      expect(accepts(nested(levels, () => false))).toBe(levels <= 20);
      expect(accepts(nested(levels, (level) => level % 2 === 0))).toBe(levels <= 20);
    }
  });

  test('D34: keys ≤200, in total over all levels', () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));
    expect(accepts(keys(200))).toBe(true);
    expect(accepts(keys(201))).toBe(false);
    expect(accepts({ a: [keys(100), keys(99)] })).toBe(true);
    expect(accepts({ a: [keys(100), keys(100)] })).toBe(false);
  });

  test.each([[[]], [[{}]], ['text'], [1], [null], [undefined]])(
    'D135: input object (array → 422): %j',
    (value) => {
      expect(accepts(value)).toBe(false);
    },
  );

  test('D34: accepted values are stored unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 8 }), (input) => {
        const value = JSON.parse(JSON.stringify(input)) as Record<string, unknown>;
        fc.pre(!Object.hasOwn(value, '__proto__'));
        expect(freeFormObject.parse(value)).toEqual(value);
      }),
    );
  });
});
