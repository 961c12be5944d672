/** The longest WEBHOOK_TIMEOUT. */
export const LONGEST_TIMEOUT_MS = 60_000;

/**
 * A lease lasts for the request and another 20 s, in case the database is unreachable when the
 * request ends.
 */
export function leaseMs(timeoutMs: number): number {
  return timeoutMs + 20_000;
}

/**
 * SQL that is true while a lease holds that began at `leasedAt`. A lease that seems to begin more than a minute in the
 * future does not hold: the clock was set back after it began.
 */
export function isHeld(leasedAt: string, milliseconds: string | number): string {
  return `${leasedAt} between now() - ${milliseconds} * interval '1 ms' and now() + interval '1 min'`;
}
