import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashKey, newKey, parseKey } from '../../src/auth/key-format.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('D37: key alphabet and checksum', () => {
  test('D37: the prefix has 10 characters of base62; the secret has 43 random ones and 6 of the CRC32; no part contains `_`', () => {
    for (let i = 0; i < 200; i++) {
      const { key, prefix } = newKey();
      expect(key).toMatch(/^svck_live_[0-9A-Za-z]{10}_[0-9A-Za-z]{49}$/);
      expect(key.split('_')).toEqual(['svck', 'live', prefix, key.slice(-49)]);
    }
  });

  test('D37: the last six digits are the CRC32 of everything before them', () => {
    const { key } = newKey();
    const value = [...key.slice(-6)].reduce((sum, char) => sum * 62 + BASE62.indexOf(char), 0);
    expect(value).toBe(crc32(key.slice(0, -6)));
  });

  test('D37: every key that was made can be parsed, and no two are alike', () => {
    const keys = Array.from({ length: 500 }, newKey);
    for (const { key, prefix } of keys) expect(parseKey(key)).toEqual({ prefix });
    expect(new Set(keys.map(({ prefix }) => prefix)).size).toBe(keys.length);
  });

  test('D37: the secret has at least 256 bits, and every digit of base62 is equally likely', () => {
    const counts = new Map<string, number>();
    const samples = 2000;
    for (let i = 0; i < samples; i++) {
      for (const char of newKey().key.slice(21, 64)) counts.set(char, (counts.get(char) ?? 0) + 1);
    }
    const expected = (samples * 43) / 62;
    const chiSquare = [...BASE62].reduce(
      (sum, char) => sum + ((counts.get(char) ?? 0) - expected) ** 2 / expected,
      0,
    );
    // 61 degrees of freedom: a fair draw exceeds 150 less than once in a hundred million runs.
    expect(chiSquare).toBeLessThan(150);
    expect(62n ** 43n).toBeGreaterThan(2n ** 256n);
  });
});

describe('Authentication 5: a malformed key', () => {
  test('D37: a key with any one character changed is refused', () => {
    fc.assert(
      fc.property(fc.nat({ max: 69 }), fc.constantFrom(...BASE62, '_', 'ä', ' '), (index, char) => {
        const { key } = newKey();
        fc.pre(key[index] !== char);
        expect(parseKey(key.slice(0, index) + char + key.slice(index + 1))).toBeNull();
      }),
    );
  });

  test('D37: a key that is cut, lengthened, padded or with another prefix is refused', () => {
    const { key } = newKey();
    const wrong = [
      '',
      ' ',
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.replace('live', 'test'),
      key.toUpperCase(),
    ];
    for (const text of wrong) expect(parseKey(text)).toBeNull();
  });

  test('Authentication 5: text of any kind is refused without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(parseKey(text)).toBeNull();
        expect(parseKey(`svck_live_${text}`)).toBeNull();
      }),
    );
  });

  test('Authentication 5: a very long text costs no more than a short one', () => {
    expect(parseKey(`svck_live_${'a'.repeat(10_000_000)}`)).toBeNull();
  });
});

test('D38: the SHA-256 of the whole key is stored', () => {
  const { key } = newKey();
  expect(hashKey(key)).toEqual(createHash('sha256').update(key).digest());
  expect(hashKey(key)).toHaveLength(32);
});
