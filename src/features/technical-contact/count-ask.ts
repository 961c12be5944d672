import { DAY_MS } from '../../shared/durations.ts';
import { ApiError } from '../../shared/errors.ts';
import { ASKS_PER_DAY } from './technical-contact.schema.ts';

type Asks = { asks_since: Date; asks: number };

/**
 * Counts one more mail that asks a contact of the team to confirm. Refuses it above the limit, so that
 * nobody can flood a stranger through a team.
 */
export function countAsk(asks: Asks | null, now: Date): Asks {
  if (!asks || asks.asks_since.getTime() <= now.getTime() - DAY_MS) {
    return { asks_since: now, asks: 1 };
  }
  if (asks.asks >= ASKS_PER_DAY) {
    throw new ApiError('rate_limited', {
      because: ['too_many_contact_mails', ASKS_PER_DAY],
      limit: ASKS_PER_DAY,
      retryAfter: secondsUntil(asks.asks_since.getTime() + DAY_MS, now),
    });
  }
  return { asks_since: asks.asks_since, asks: asks.asks + 1 };
}

export function secondsUntil(time: number, now: Date): number {
  return Math.max(1, Math.ceil((time - now.getTime()) / 1000));
}
