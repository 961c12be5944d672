import { expect, test } from 'vitest';
import { moneyText, waitText } from '../../src/app/text/formats.ts';

const inGerman = (amount: string | null, currency: string | null) =>
  moneyText({ amount, currency }, 'de').replaceAll('\u00a0', ' ');

test.each([
  ['18400.5', 'EUR', '18.400,50 €'],
  ['0.005', 'EUR', '0,005 €'],
  ['1234567.891', 'EUR', '1.234.567,891 €'],
  ['1500', 'JPY', '1.500 ¥'],
  ['1500.25', 'JPY', '1.500,25 ¥'],
  [
    '12345678901234567890123.4567890123456789',
    'EUR',
    '12.345.678.901.234.567.890.123,4567890123456789 €',
  ],
  ['-10.10', 'USD', '-10,10 $'],
  ['10.5', null, '10,5'],
  ['10.1234', null, '10,1234'],
  ['10', 'Points', '10 Points'],
  [null, 'EUR', '–'],
])('an amount of %s %s keeps its last digit', (amount, currency, text) => {
  expect(inGerman(amount, currency)).toBe(text);
});

test('an amount with more decimal places than a formatter writes is shown as it is', () => {
  const amount = `0.${'1'.repeat(101)}`;
  expect(inGerman(amount, 'EUR')).toBe(`${amount} EUR`);
});

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
