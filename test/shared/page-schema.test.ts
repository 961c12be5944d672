import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitInput } from '../../src/shared/page-schema.ts';

test('D63: 1 to 200, default 50', () => {
  expect(limitInput.parse(undefined)).toBe(50);
  expect(limitInput.parse('1')).toBe(1);
  expect(limitInput.parse('200')).toBe(200);
});

test.each(['0', '201', '9999', '0000'])('D63: limit >200 or <1 → 422: %s', (text) => {
  expect(limitInput.safeParse(text).success).toBe(false);
});

test.each(['', ' 5', '5 ', '+5', '-1', '1.0', '1e2', '0x10', '00050', '１', 'ten', 'NaN', '5\n'])(
  'D64: only ^[0-9]{1,4}$, else 422: %j',
  (text) => {
    expect(limitInput.safeParse(text).success).toBe(false);
  },
);

test('D64: a string is read by its digits alone', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 6 }), fc.nat({ max: 300 }).map(String)), (text) => {
      const { success, data } = limitInput.safeParse(text);
      const number = /^[0-9]{1,4}$/.test(text) ? Number.parseInt(text, 10) : 0;
      expect(success).toBe(number >= 1 && number <= 200);
      if (success) expect(data).toBe(number);
    }),
  );
});

test('D64: nothing but text is read, so no coercion can creep in', () => {
  for (const value of [50, true, null, ['50'], new Date(50)]) {
    expect(limitInput.safeParse(value).success).toBe(false);
  }
});
