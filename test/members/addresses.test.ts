import { expect, test } from 'vitest';
import { readAddresses } from '../../src/app/pages/members/addresses.ts';

test.each([
  ['Vogel, Lea <lea@x.example>; Zweig, Anna <anna@x.example>', []],
  ['Lea Vogel <lea@x.example>, Anna Zweig <anna@x.example>', []],
  ['lea@x.example, anna@x.example', []],
  ['Vogel, Lea <lea@x.example>\nanna@x.example, no-address', ['no-address']],
])('addresses are read as mail programs write them: %s', (text, wrong) => {
  expect(readAddresses(text)).toEqual({ emails: ['lea@x.example', 'anna@x.example'], wrong });
});
