import { DAY_MS } from './durations.ts';

/** The request log keeps lines for this long, because an address in a line is personal. */
export const REQUEST_LOG_DAYS = 30;
/** Deliveries and their events are kept for this long after the delivery has ended (D170). */
export const DELIVERY_DAYS = 30;
/** Feeds keep events for this long (D179). */
export const EVENT_DAYS = 30;

/** Lists of changes remember deletions for this long, and end if nobody has read for this long (D186). */
export const CHANGE_DAYS = 90;

/**
 * The beginning of the last `count` days, today included. Days are those of UTC. The list of requests, the errors, the
 * usage and the keys all count thirty days from here, so that their numbers agree.
 */
export function firstDay(now: Date, count = REQUEST_LOG_DAYS): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) - count + 1) * DAY_MS);
}
