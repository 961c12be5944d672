/** The most that WEBHOOK_TIMEOUT may be. */
export const LONGEST_TIMEOUT_MS = 60_000;

/** Long enough for the exchange, and for a database that is away when it ends. */
export function leaseMs(timeoutMs: number): number {
  return timeoutMs + 20_000;
}

/**
 * SQL: a lease that was given at `leasedAt` for so many milliseconds still counts. One that seems to
 * begin in the future was given before the clock was set back.
 */
export function isHeld(leasedAt: string, milliseconds: string | number): string {
  return `${leasedAt} between now() - ${milliseconds} * interval '1 ms' and now() + interval '1 min'`;
}
