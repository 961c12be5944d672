import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from '../../src/db/pages/cursor.ts';

const key = createSecretKey(Buffer.alloc(32, 'an installation'));
const place = {
  route: '/trainings',
  tenant: 'ten_1',
  filters: { user_id: 'usr_1', status: undefined },
};
const position = { at: '2026-01-31T12:00:00.000Z', id: 'trn_1' };
const cursor = encodeCursor({ ...place, ...position }, key);

const places = fc.record({
  route: fc.constantFrom('/trainings', '/users', '/cases'),
  tenant: fc.constantFrom('ten_1', 'ten_2'),
  filters: fc.dictionary(
    fc.constantFrom('user_id', 'status', 'since', '__proto__'),
    fc.option(fc.string({ maxLength: 8 }), { nil: undefined }),
    { noNullPrototype: true },
  ),
});

describe('D66: cursor content', () => {
  test('D66: a cursor gives its values back in the list for which it was made', () => {
    const positions = fc.record({
      at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    });
    fc.assert(
      fc.property(places, positions, (where, row) => {
        fc.pre(row.id.isWellFormed());
        expect(decodeCursor(encodeCursor({ ...where, ...row }, key), where, key)).toEqual(row);
      }),
    );
  });

  test('D66: a cursor is base64url, and needs no encoding in a query', () => {
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{100,250}$/);
  });

  test('D66: a cursor does not expire: the same list and row give the same cursor at any time', () => {
    expect(encodeCursor({ ...place, ...position }, key)).toBe(cursor);
  });

  test('D66: the order of the filters and an absent one make no difference', () => {
    const filters = { a: '1', b: '2' };
    const made = encodeCursor({ ...place, filters, ...position }, key);
    const other = { ...place, filters: { c: undefined, b: '2', a: '1' } };
    expect(decodeCursor(made, other, key)).toEqual(position);
  });
});

describe('D67: everything wrong gives the same null', () => {
  test('D67: a cursor with a changed, missing or further character', () => {
    const char = fc.constantFrom(
      ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ \n',
    );
    fc.assert(
      fc.property(fc.nat({ max: cursor.length }), char, (index, c) => {
        const changed = cursor.slice(0, index) + c + cursor.slice(index + 1);
        if (changed !== cursor) expect(decodeCursor(changed, place, key)).toBeNull();
        expect(
          decodeCursor(cursor.slice(0, index) + c + cursor.slice(index), place, key),
        ).toBeNull();
        if (index < cursor.length)
          expect(decodeCursor(cursor.slice(0, index), place, key)).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['foreign tenant', { ...place, tenant: 'ten_2' }],
    ['other route', { ...place, route: '/evaluations' }],
    ['changed filter', { ...place, filters: { user_id: 'usr_2' } }],
    ['filter removed', { ...place, filters: {} }],
    ['filter added', { ...place, filters: { user_id: 'usr_1', status: 'scored' } }],
    ['filter emptied', { ...place, filters: { user_id: '' } }],
  ])('D67: %s', (_, other) => {
    expect(decodeCursor(cursor, other, key)).toBeNull();
  });

  test('D67: a cursor is valid exactly where the list and its filters are the same', () => {
    const canonical = (where: typeof place | { filters: object }) => {
      const present = Object.entries(where.filters).filter(([, value]) => value !== undefined);
      return JSON.stringify({ ...where, filters: present.sort() });
    };
    fc.assert(
      fc.property(places, places, (made, used) => {
        const decoded = decodeCursor(encodeCursor({ ...made, ...position }, key), used, key);
        expect(decoded !== null).toBe(canonical(made) === canonical(used));
      }),
    );
  });

  test('D67: a cursor of another installation or version, or any other text', () => {
    expect(
      decodeCursor(cursor, place, createSecretKey(Buffer.alloc(32, 'another one'))),
    ).toBeNull();
    const bytes = Buffer.from(cursor, 'base64url');
    bytes[0] = 2;
    expect(decodeCursor(bytes.toString('base64url'), place, key)).toBeNull();
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
        expect(decodeCursor(text, place, key)).toBeNull();
      }),
    );
    expect(decodeCursor('A'.repeat(10_000_000), place, key)).toBeNull();
  });
});
