import { DAY_MS } from '../../shared/time/durations.ts';
import type { Reader } from './kept-events.schema.ts';

/** A reader that is behind for so long needs attention. */
const LATE_MS = 2 * DAY_MS;

export function stateOf(
  behind_since: string | null,
  now: Date,
): Exclude<Reader['state'], 'expired'> {
  if (behind_since === null) return 'up_to_date';
  return Date.parse(behind_since) <= now.getTime() - LATE_MS ? 'late' : 'behind';
}
