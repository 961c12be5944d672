import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { momentOf, zonedText } from '../../src/app/text/zoned-input.ts';
import { MINUTE_MS } from '../../src/shared/time/durations.ts';

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'];

describe('a time in a field is in the team’s time zone', () => {
  test('a time that is written into a field and read again is the same', () => {
    const minutes = fc.integer({ min: 0, max: 60 * 24 * 366 * 40 }).map((n) => n * MINUTE_MS);
    fc.assert(
      fc.property(fc.constantFrom(...zones), minutes, (zone, time) => {
        const text = zonedText(time, zone);
        const moment = Date.parse(momentOf(text, zone) ?? '');
        expect(zonedText(moment, zone)).toBe(text);
        // An hour that comes twice may be read as either of the two.
        expect(Math.abs(moment - time)).toBeLessThanOrEqual(60 * MINUTE_MS);
      }),
    );
  });

  test('a field is read right in summer, in winter, and in the hour that a clock change skips', () => {
    const berlin = (text: string) => momentOf(text, 'Europe/Berlin');
    expect(berlin('2026-07-01T12:00')).toBe('2026-07-01T10:00:00.000Z');
    expect(berlin('2026-12-01T00:30')).toBe('2026-11-30T23:30:00.000Z');
    expect(berlin('2026-03-29T02:30')).toMatch(/^2026-03-29T0[01]:30/);
    expect(berlin('')).toBeUndefined();
  });
});
