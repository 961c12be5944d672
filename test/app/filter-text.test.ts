import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readChange } from '../../src/app/ui/filter/filter-fields.ts';
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

test('a filter is typed by its word, by its label, and by its name in the address', () => {
  const options = [['422', '422']] as const;
  const fields = [{ name: 'answer', word: 'response', label: 'Antwort', options }];
  for (const typed of ['response:422', 'Antwort:422', 'answer:422']) {
    expect(readChange(fields, typed)).toEqual({ change: { answer: '422' }, rest: '' });
  }
  expect(readChange(fields, 'reply:422')).toEqual({ change: undefined, rest: 'reply:422' });
});
