import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitInput } from '../../src/shared/schema/page-schema.ts';

test('D63: limit is 1 to 200, and 50 by default', () => {
  expect(limitInput.parse(undefined)).toBe(50);
  expect(limitInput.parse('1')).toBe(1);
  expect(limitInput.parse('200')).toBe(200);
});

test.each(['0', '201', '9999', '0000'])(
  'D63: a limit above 200 or below 1 is refused: %s',
  (text) => {
    expect(limitInput.safeParse(text).success).toBe(false);
  },
);

test.each(['', ' 5', '5 ', '+5', '-1', '1.0', '1e2', '0x10', '00050', '１', 'ten', 'NaN', '5\n'])(
  'D64: a limit that does not match ^[0-9]{1,4}$ is refused: %j',
  (text) => {
    expect(limitInput.safeParse(text).success).toBe(false);
  },
);

test('D64: a string of digits is read as a decimal number', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 6 }), fc.nat({ max: 300 }).map(String)), (text) => {
      const { success, data } = limitInput.safeParse(text);
      const number = /^[0-9]{1,4}$/.test(text) ? Number.parseInt(text, 10) : 0;
      expect(success).toBe(number >= 1 && number <= 200);
      if (success) expect(data).toBe(number);
    }),
  );
});

test.each([1, 50, 200, 1e2, 0x10, 2.0])('the app may send a limit as a number: %d', (number) => {
  expect(limitInput.parse(number)).toBe(number);
});

test.each([0, -1, 201, 1.5, 1e21, -0.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'D63: any other number is refused: %d',
  (number) => {
    expect(limitInput.safeParse(number).success).toBe(false);
  },
);

test('D64: a value that is neither a string nor a number is refused', () => {
  for (const value of [true, false, {}, [50], null, ['50'], new Date(50)]) {
    expect(limitInput.safeParse(value).success).toBe(false);
  }
});
