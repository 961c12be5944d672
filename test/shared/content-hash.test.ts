import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentHash } from '../../src/features/trainings/plan-session.ts';

/** The value with the members of each object in reverse order, and with more members that are null. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, reordered(member)] as const);
  return Object.fromEntries([...entries.reverse(), ['a name of no member', null]]);
}

/** The value as a text, without members that are null. Two values that differ have different texts. */
const copyOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(copyOf)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .filter(([, member]) => member !== null)
          .map(([name, member]) => [name, copyOf(member)])
          .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
          .concat([['an object']])
      : value;

test('the hash depends neither on the order of members nor on members that are null', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(contentHash(reordered(value))).toBe(contentHash(value));
    }),
  );
});

test('two values have the same hash only if they are equal apart from order and null members', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (a, b) => {
      const same = JSON.stringify(copyOf(a)) === JSON.stringify(copyOf(b));
      expect(contentHash(a) === contentHash(b)).toBe(same);
    }),
  );
  const apart = [
    {},
    [],
    null,
    '',
    '{}',
    { a: [] },
    { a: {} },
    { a: '1' },
    { a: 1 },
    ['a', 1],
    'a,1',
  ];
  expect(new Set(apart.map(contentHash)).size).toBe(apart.length);
});
