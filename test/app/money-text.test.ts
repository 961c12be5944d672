import { expect, test } from 'vitest';
import { moneyText } from '../../src/app/text/formats.ts';

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
