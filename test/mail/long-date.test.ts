import { expect, test } from 'vitest';
import { longDate } from '../../src/features/mail/long-date.ts';

const winter = new Date('2027-01-31T02:05:00Z');
const summer = new Date('2027-07-31T22:05:00Z');

test.each([
  [winter, 'de', 'Europe/Berlin', '31. Januar 2027 um 03:05 (MEZ)'],
  [winter, 'en', 'Europe/Berlin', '31 January 2027 at 03:05 (CET)'],
  [summer, 'de', 'Europe/Berlin', '1. August 2027 um 00:05 (MESZ)'],
  [summer, 'en', 'Europe/Berlin', '1 August 2027 at 00:05 (CEST)'],
  [winter, 'de', 'America/New_York', '30. Januar 2027 um 21:05 (GMT-5)'],
  [winter, 'en', 'America/New_York', '30 January 2027 at 21:05 (GMT-5)'],
  [summer, 'en', 'America/New_York', '31 July 2027 at 18:05 (GMT-4)'],
  [winter, 'en', 'Asia/Kathmandu', '31 January 2027 at 07:50 (GMT+5:45)'],
  [winter, 'de', undefined, '31. Januar 2027 um 02:05 (UTC)'],
] as const)('%j, in %s and %s: %s', (at, lang, zone, text) => {
  expect(longDate(at, lang, zone)).toBe(text);
});
