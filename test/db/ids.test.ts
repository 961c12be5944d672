import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idFloor, newId } from '../../src/db/ids.ts';

const instants = fc.date({
  min: new Date(0),
  max: new Date(2 ** 48 - 1),
  noInvalidDate: true,
});

test('D31: opaque, prefixed: 26 characters of Crockford base32 in lower case', () => {
  fc.assert(
    fc.property(instants, (now) => {
      expect(newId('mem', now)).toMatch(/^mem_[0-9abcdefghjkmnpqrstvwxyz]{26}$/);
    }),
  );
});

test('ids sort by their time under the C collation, to the millisecond', () => {
  fc.assert(
    fc.property(instants, instants, (a, b) => {
      fc.pre(a.getTime() !== b.getTime());
      const [idA, idB] = [newId('asg', a), newId('asg', b)];
      expect(Buffer.compare(Buffer.from(idA), Buffer.from(idB))).toBe(a < b ? -1 : 1);
    }),
  );
});

test('the floor of a time lies above every earlier id, and below every other', () => {
  fc.assert(
    fc.property(instants, instants, (made, floor) => {
      const [id, limit] = [newId('evt', made), idFloor('evt', floor)];
      expect(Buffer.compare(Buffer.from(id), Buffer.from(limit))).toBe(made < floor ? -1 : 1);
    }),
  );
});

test('an operator can read the time of an id', () => {
  const now = new Date('2026-11-20T09:41:15.123Z');
  const digits = [...newId('trn', now).slice(4, 14)];
  const time = digits.reduce((sum, digit) => {
    return sum * 32 + '0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit);
  }, 0);
  expect(time).toBe(now.getTime());
});

test('100,000 ids of one millisecond are all different', () => {
  const now = new Date();
  const ids = new Set(Array.from({ length: 100_000 }, () => newId('aud', now)));
  expect(ids.size).toBe(100_000);
});

test('80 random bits: every digit of the random part takes all 32 values, evenly', () => {
  const now = new Date();
  const ids = Array.from({ length: 6400 }, () => newId('aud', now).slice(14));
  for (let position = 0; position < 16; position++) {
    const counts = new Map<string, number>();
    for (const id of ids)
      counts.set(id.charAt(position), (counts.get(id.charAt(position)) ?? 0) + 1);
    const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - 200) ** 2 / 200, 0);
    expect(counts.size).toBe(32);
    // 31 degrees of freedom: a fair draw exceeds 100 about once in a hundred million.
    expect(chiSquare).toBeLessThan(100);
  }
});

test('a time that 48 bits cannot hold gives no id', () => {
  for (const now of [new Date(Number.NaN), new Date(-1)]) {
    expect(() => newId('mem', now)).toThrow(RangeError);
  }
});
