import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readChips, writeChips } from '../../src/app/ui/filter/filter-text.ts';

const chip = fc.record({
  word: fc.constantFrom('status', 'key', 'since', 'Schlüssel', 'key_id'),
  value: fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', '\\', 'a b', ''),
  ),
});
const isKnown = (word: string) => word !== 'https';

test('chips that are written as a text are read as the same chips', () => {
  fc.assert(
    fc.property(fc.array(chip), (chips) => {
      expect(readChips(writeChips(chips), isKnown)).toEqual({ chips, rest: '' });
    }),
  );
});

test('words that are no chip are the rest, whatever stands around them', () => {
  expect(
    readChips('ann status:4xx https://a.example key:"Power \\"BI\\"" b"c since:', isKnown),
  ).toEqual({
    chips: [
      { word: 'status', value: '4xx' },
      { word: 'key', value: 'Power "BI"' },
    ],
    rest: 'ann https://a.example b"c since:',
  });
});
