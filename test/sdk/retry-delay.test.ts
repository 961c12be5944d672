import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError, ConnectionError } from '../../src/sdk/typescript/core/errors.ts';
import { backoff, type Past, retryDelay } from '../../src/sdk/typescript/core/retry-delay.ts';

const failed = { method: 'POST', path: '/users', idempotencyKey: 'k' };
const broken = new ConnectionError('cut', failed);

function refusal(status: number, code: string, headers: Record<string, string> = {}): ApiError {
  return new ApiError({ status, headers: new Headers(headers), problem: { code } }, failed);
}

const fresh: Past = { retries: 0, waits: 0, faults: 0, maxRetries: 4, mayRun: false };
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('a delay doubles up to eight seconds, and at least half of it is waited', () => {
  fc.assert(
    fc.property(fc.nat(1000), random, (retries, chance) => {
      const whole = Math.min(8000, 500 * 2 ** retries);
      const delay = backoff(retries, () => chance);
      expect(delay).toBeGreaterThanOrEqual(whole / 2);
      expect(delay).toBeLessThanOrEqual(whole);
    }),
  );
});

test('a retry waits at least as long as Retry-After says, and at most a second longer', () => {
  const statuses = fc.constantFrom(429, 503);
  fc.assert(
    fc.property(statuses, fc.nat(3600), fc.nat(3), random, (status, seconds, retries, chance) => {
      const error = refusal(status, 'rate_limited', { 'retry-after': String(seconds) });
      const delay = retryDelay(error, { ...fresh, retries }, () => chance) ?? -1;
      expect(delay).toBeGreaterThanOrEqual(seconds * 1000);
      expect(delay).toBeLessThanOrEqual(seconds * 1000 + 1000);
    }),
  );
});

test('a date in Retry-After is compared with the clock of the server', () => {
  const error = refusal(503, 'unavailable', {
    'retry-after': 'Wed, 18 Nov 2026 09:00:30 GMT',
    date: 'Wed, 18 Nov 2026 09:00:10 GMT',
  });
  expect(error.retryAfter).toBe(20);
});

test('retries are bounded', () => {
  fc.assert(
    fc.property(fc.nat(9), fc.constantFrom(broken, refusal(503, 'x')), (maxRetries, error) => {
      let retries = 0;
      while (retryDelay(error, { ...fresh, retries, maxRetries }) !== undefined) retries += 1;
      expect(retries).toBe(maxRetries);
    }),
  );
});

test('a 500 is tried again once', () => {
  const error = refusal(500, 'internal');
  expect(retryDelay(error, { ...fresh, faults: 1 })).toBeGreaterThan(0);
  expect(retryDelay(error, { ...fresh, faults: 2 })).toBeUndefined();
});

test('no other refusal is tried again', () => {
  const others = fc
    .integer({ min: 300, max: 599 })
    .filter((s) => ![429, 500, 502, 503, 504].includes(s));
  fc.assert(
    fc.property(others, (status) => {
      expect(retryDelay(refusal(status, 'x'), fresh)).toBeUndefined();
    }),
  );
});

test('a conflict waits only for a call that may still run, and never for a stored refusal', () => {
  const error = refusal(409, 'conflict');
  const stored = refusal(409, 'conflict', { 'idempotency-replayed': 'true' });
  expect(retryDelay(error, fresh)).toBeUndefined();
  expect(retryDelay(error, { ...fresh, mayRun: true, retries: 4, waits: 9 })).toBeGreaterThan(0);
  expect(retryDelay(stored, { ...fresh, mayRun: true })).toBeUndefined();
  expect(retryDelay(error, { ...fresh, mayRun: true, maxRetries: 0 })).toBeUndefined();
});
