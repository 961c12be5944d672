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

/** The same as SQL. */
export const stateIn = (key: string, now: string) => `case
  when ${key}.revoked_at is not null then 'revoked'
  when ${key}.expires_at <= ${now}::timestamptz then 'expired'
  when ${key}.rotated_at is not null then 'in_grace'
  when ${key}.expires_at <= ${now}::timestamptz + interval '${SOON_MS} ms' then 'expiring'
  else 'active' end`;

const working = ['active', 'expiring', 'in_grace'] as const;
const ended = ['expired', 'revoked'] as const;

/** The states of the keys that a list shows. `working`: the public API accepts them now. */
export function statesOf(show: ListKeys['show']): readonly ListedKey['state'][] {
  switch (show) {
    case 'all':
      return [...working, ...ended];
    case 'working':
      return working;
    case 'ended':
      return ended;
    default:
      return [show];
  }
}
