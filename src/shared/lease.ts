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
 * SQL that is true while a lease holds that began at `leasedAt`. If a lease seems to begin in the
 * future, the clock was set back after it began: it does not hold.
 */
export function isHeld(leasedAt: string, milliseconds: string | number): string {
  return `${leasedAt} between now() - ${milliseconds} * interval '1 ms' and now() + interval '1 min'`;
}
