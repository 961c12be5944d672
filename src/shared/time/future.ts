import { MINUTE_MS } from './durations.ts';

/** A client's clock may be ahead by so much. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

/** Whether what shall begin at this time cannot have begun (D190). */
export function isInFuture(time: string, now: Date): boolean {
  return Date.parse(time) > now.getTime() + CLOCKS_DIFFER_MS;
}
