import { inTableOrder } from '../../auth/scopes.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { KeySettings } from './insert-key.ts';

/** A key of the team, in any state, without its hash. */
export async function findKey({ db, prisma }: PrismaCall, id: string) {
  const where = { tenant_id: db.tenantId, id };
  const key = await prisma.apiKey.findFirst({ where, omit: { hash: true } });
  if (!key) throw new ApiError('not_found', { because: 'no_such_key' });
  return key;
}

export type Key = Awaited<ReturnType<typeof findKey>>;

/** The settings that a successor or a duplicate takes from this key. */
export function copiedSettings(key: Key): KeySettings {
  const { name, scopes, expires_at } = key;
  return { name, scopes: inTableOrder(scopes), ip_ranges: rangesOf(key), expires_at };
}

/**
 * The ranges as they were given to PostgreSQL, which omits the length of a single address, and writes `::1:2` as
 * `::0.1.0.2`. A page has up to 10,000 ranges, so they are not parsed.
 */
export function rangesOf({ ip_ranges }: Pick<Key, 'ip_ranges'>): string[] {
  return ip_ranges.map((range) => {
    const bits = range.includes(':') ? 128 : 32;
    const whole = range.includes('/') ? range : `${range}/${bits}`;
    return whole.replace(/^::([0-9]+)\.([0-9]+)\.([0-9]+)\.([0-9]+)/, (_, a, b, c, d) => {
      return `::${(a * 256 + +b).toString(16)}:${(c * 256 + +d).toString(16)}`;
    });
  });
}
