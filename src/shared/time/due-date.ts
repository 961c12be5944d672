import { HOUR_MS } from './durations.ts';

/**
 * The earliest due date that is not over: an open assignment with an earlier one is overdue. A day is over once
 * the next one has begun in every time zone.
 */
export function earliestCurrentDay(now: Date): string {
  return new Date(now.getTime() - 12 * HOUR_MS).toISOString().slice(0, 10);
}
