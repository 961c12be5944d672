import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockText, readClock } from '../../src/docs/verify/read-clock.ts';
import { verify } from '../../src/docs/verify/verify.ts';
import { ages, bytes, kindAt, now, sent } from './harness/sent-requests.ts';

test("the receiver's clock counts in whatever form it is written, and this computer's does not", () => {
  const ways: ((seconds: number) => string)[] = [
    String,
    (seconds) => `${seconds}000`,
    (seconds) => new Date(seconds * 1000).toISOString(),
    (seconds) => ` ${clockText(seconds)}\n`,
    (seconds) => new Date(seconds * 1000).toUTCString(),
    (seconds) => new Date((seconds + 3600) * 1000).toISOString().replace('Z', '+01:00'),
  ];
  return fc.assert(
    fc.property(sent, ages, fc.constantFrom(...ways), fc.nat(1e6), (drawn, age, write, off) => {
      const input = { ...drawn, body: bytes(drawn.body), clock: write(now + age) };
      expect(verify({ ...input, now: now + off })).toEqual({ kind: kindAt(age), age });
    }),
  );
});

test.each(['2026-11-23 09:02:48', '09:02', 'soon', '12', '2026-11-23T09:02:48 CET', '2026-13-40Z'])(
  'the clock %s is refused, because it could be hours off',
  (clock) =>
    fc.assert(
      fc.property(sent, (drawn) => {
        const input = { ...drawn, body: bytes(drawn.body), clock, now };
        expect(verify(input)).toEqual({ kind: 'clock' });
      }),
    ),
);

test('the clock can be read in the form that `date -u` prints', () => {
  expect(readClock('Mon Nov 23 09:02:48 UTC 2026')).toBe(Date.UTC(2026, 10, 23, 9, 2, 48) / 1000);
  expect(readClock('Mon Nov 23 09:02:48 AM UTC 2026')).toBe(
    Date.UTC(2026, 10, 23, 9, 2, 48) / 1000,
  );
});
