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

test.each([1, 50, 200, 1e2, 0x10, 2.0])('a program of the app may send a number: %d', (number) => {
  expect(limitInput.parse(number)).toBe(number);
});

test.each([0, -1, 201, 1.5, 1e21, -0.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'D63: no other number: %d',
  (number) => {
    expect(limitInput.safeParse(number).success).toBe(false);
  },
);

test('D64: nothing else is read, so no coercion can creep in', () => {
  for (const value of [true, false, {}, [50], null, ['50'], new Date(50)]) {
    expect(limitInput.safeParse(value).success).toBe(false);
  }
});
