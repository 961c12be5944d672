import { WEEK_MS } from '../../shared/time/durations.ts';
import type { ListedKey, ListKeys } from './api-keys.schema.ts';

type Dates = { revoked_at: Date | null; expires_at: Date | null; rotated_at: Date | null };

const SOON_MS = WEEK_MS;

/**
 * The state of a key. `expiring`: a valid key that ends within seven days (D47). `in_grace`: it has
 * a successor (D45).
 */
export function keyState(
  { revoked_at, expires_at, rotated_at }: Dates,
  now: Date,
): ListedKey['state'] {
  const left = expires_at ? expires_at.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
  if (revoked_at) return 'revoked';
  if (left <= 0) return 'expired';
  if (rotated_at) return 'in_grace';
  return left <= SOON_MS ? 'expiring' : 'active';
}

const has = { not: null };
const ofEach = (now: Date) => {
  const soon = new Date(now.getTime() + SOON_MS);
  const works = { revoked_at: null, OR: [{ expires_at: null }, { expires_at: { gt: now } }] };
  return {
    revoked: { revoked_at: has },
    expired: { revoked_at: null, expires_at: { lte: now } },
    in_grace: { ...works, rotated_at: has },
    expiring: { revoked_at: null, rotated_at: null, expires_at: { gt: now, lte: soon } },
    active: {
      revoked_at: null,
      rotated_at: null,
      OR: [{ expires_at: null }, { expires_at: { gt: soon } }],
    },
    working: works,
    ended: { OR: [{ revoked_at: has }, { expires_at: { lte: now } }] },
  };
};

/** The condition for keys in a state of `keyState`, or for those that the public API accepts now, or for all others. */
export function shownKeys(show: ListKeys['show'], now: Date) {
  return show === 'all' ? {} : ofEach(now)[show];
}
