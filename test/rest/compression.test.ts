import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compress, preferredCoding } from '../../src/rest/compression.ts';

describe('D19: the coding is chosen by Accept-Encoding', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate, zstd', undefined],
    ['gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['gzip;q=high', undefined],
    ['gzip;q=0.5, identity', undefined],
    ['br;q=0.1, gzip;q=0.2, identity;q=0.3', undefined],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.8', 'gzip'],
    ['br;q=0.9 , gzip ; q=0.2', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0, br;q=0, *', undefined],
    ['gzip, identity', 'gzip'],
    ['gzip, identity;q=0', 'gzip'],
  ])('D19: q-values, identity and `*` are respected: %j gives %s', (header, coding) => {
    expect(preferredCoding(header)).toBe(coding);
  });

  test('D19: the chosen coding is the one with the highest weight', () => {
    const q = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
    fc.assert(
      fc.property(q, q, q, (br, gzip, identity) => {
        const header = `br;q=${br.toFixed(3)},gzip;q=${gzip.toFixed(3)},identity;q=${identity.toFixed(3)}`;
        const chosen = preferredCoding(header) ?? 'identity';
        const weight = { br, gzip, identity }[chosen];
        expect(weight).toBe(Math.max(br, gzip, identity));
      }),
    );
  });

  test('no Accept-Encoding makes the server throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (header) => {
        expect(['br', 'gzip', undefined]).toContain(preferredCoding(header));
      }),
    );
  });
});

describe('D19: responses gzip/br above 1 KiB', () => {
  test('D19: a body of up to 1 KiB, in bytes, is not compressed and has no Vary: Accept-Encoding', async () => {
    for (const body of ['', '{}', 'x'.repeat(1024), 'ä'.repeat(512)]) {
      expect(await compress(body, 'gzip, br')).toEqual({
        body,
        encoding: undefined,
        vary: undefined,
      });
    }
    expect((await compress('x'.repeat(1025), 'br')).encoding).toBe('br');
    expect((await compress(`${'ä'.repeat(512)}x`, 'gzip')).encoding).toBe('gzip');
  });

  test('D19: a longer body is the same after it is unpacked, from either coding', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 50 }), async (text) => {
        const body = JSON.stringify({
          data: Array.from({ length: 200 }, () => text),
          end: 'x'.repeat(1024),
        });
        const [br, gzip] = [await compress(body, 'br'), await compress(body, 'gzip')];
        expect(brotliDecompressSync(br.body).toString()).toBe(body);
        expect(gunzipSync(gzip.body).toString()).toBe(body);
      }),
      { numRuns: 30 },
    );
  });

  test('D19: every body above 1 KiB has Vary: Accept-Encoding, compressed or not', async () => {
    const body = 'x'.repeat(5000);
    expect(await compress(body, undefined)).toEqual({
      body,
      encoding: undefined,
      vary: 'Accept-Encoding',
    });
    expect(await compress(body, 'gzip')).toMatchObject({
      encoding: 'gzip',
      vary: 'Accept-Encoding',
    });
  });
});
