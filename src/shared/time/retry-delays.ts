import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

/** The delays after each failed attempt of a delivery, unless `WEBHOOK_RETRY_DELAYS` says others (D150). */
export const retryDelaysMs = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
];
