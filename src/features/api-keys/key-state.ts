import { WEEK_MS } from '../../shared/durations.ts';
import type { ListedKey } from './api-keys.schema.ts';

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

/** The conditions for keys that the public API accepts now, and for all others. */
export const working = (now: Date) => ({
  revoked_at: null,
  OR: [{ expires_at: null }, { expires_at: { gt: now } }],
});
export const ended = (now: Date) => ({
  OR: [{ revoked_at: { not: null } }, { expires_at: { lte: now } }],
});
