import { ApiError, type TeamApiError } from './errors.ts';

/** The earlier tries of a call. */
export type Past = {
  /** How often the call was tried again, without the waits for a call with the same key. */
  retries: number;
  /** How often the call waited for a call with the same key. */
  waits: number;
  /** How often the answer was 500. */
  faults: number;
  maxRetries: number;
  /** Whether another call with the same `Idempotency-Key` may still run. */
  mayRun: boolean;
};

const FIRST_MS = 500;
const LONGEST_MS = 8000;
/** A random part of each wait, so that programs with the same Retry-After do not come together. */
const SPREAD_MS = 1000;

/** A wait that doubles with each retry. Half of it is fixed, and half is random. */
export function backoff(retries: number, random: () => number = Math.random): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(retries, 10));
  return whole / 2 + (random() * whole) / 2;
}

/**
 * Milliseconds until the call is tried again. Undefined if it is not tried again.
 *
 * Every call of this API may be repeated: reading changes nothing, PATCH sets values, a deleted
 * object stays deleted, and a POST has its `Idempotency-Key`. A 500 says that nothing was changed.
 * It is repeated only once, because a fault of the program would come again each time.
 */
export function retryDelay(
  error: TeamApiError,
  past: Past,
  random: () => number = Math.random,
): number | undefined {
  const { retries, waits, faults, maxRetries, mayRun } = past;
  if (!(error instanceof ApiError)) {
    return retries < maxRetries ? backoff(retries, random) : undefined;
  }
  if (error.code === 'conflict') {
    // A stored refusal is final. Otherwise the earlier call may still run, at most until the time
    // limit of the server. So these waits do not count as retries.
    const isRunning = mayRun && !error.replayed && maxRetries > 0;
    return isRunning ? backoff(waits + 1, random) : undefined;
  }
  if (!repeatable.has(error.status) || retries >= maxRetries) return undefined;
  if (error.status === 500 && faults > 1) return undefined;
  const { retryAfter } = error;
  if (retryAfter === undefined) return backoff(retries, random);
  return retryAfter * 1000 + random() * SPREAD_MS;
}

const repeatable = new Set([429, 500, 502, 503, 504]);
