import { expect, test } from 'vitest';
import { waitText } from '../../src/app/text/formats.ts';

test.each([
  [1, 'in 1 Sekunde', 'in 1 second'],
  [42, 'in 42 Sekunden', 'in 42 seconds'],
  [119, 'in 119 Sekunden', 'in 119 seconds'],
  [121, 'in 3 Minuten', 'in 3 minutes'],
  [2_580, 'in 43 Minuten', 'in 43 minutes'],
  [7_201, 'in 3 Stunden', 'in 3 hours'],
])(
  'a wait of %i seconds is rounded up, so that it is over when the text says so',
  (seconds, german, english) => {
    expect([waitText(seconds, 'de'), waitText(seconds, 'en')]).toEqual([german, english]);
  },
);
