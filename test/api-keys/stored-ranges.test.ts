import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseIpRange } from '../../src/auth/ip-range.ts';
import { rangesOf } from '../../src/features/api-keys/find-key.ts';
import { runs } from '../harness/rounds.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

/** Many groups of zeros, so that `::` stands at any place. */
const group = fc.oneof(
  fc.constant('0'),
  fc.integer({ max: 0xffff, min: 0 }).map((n) => n.toString(16)),
);
const asIPv4 = fc.ipV4().map((ip) => `::${ip}`);
const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':'));
const address = fc.oneof(
  fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })),
  fc.tuple(fc.oneof(ipv6, asIPv4, fc.ipV6()), fc.integer({ min: 0, max: 128 })),
);
const ranges = fc.array(
  address.map(([ip, bits]) => parseIpRange(`${ip}/${bits}`)).filter((range) => range !== null),
  { minLength: 1, maxLength: 50 },
);

test('D40: the ranges of a key are shown as they were stored', async () => {
  const property = fc.asyncProperty(ranges, async (input) => {
    const { rows } = await database().pool.query<{ ip_ranges: string[] }>(
      'select $1::inet[] as ip_ranges',
      [input],
    );
    expect(rows.map(rangesOf)).toEqual([input]);
  });
  await fc.assert(property, { numRuns: runs({ few: 20, all: 1_000 }) });
});
