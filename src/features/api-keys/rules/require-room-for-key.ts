import type { PrismaCall } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { HOUR_MS } from '../../../shared/time/durations.ts';

/** How many keys of a team may work at a time. */
export const MAX_KEYS = 500;

/**
 * Refuses a key if the team has too many. Two keys that are made at once may exceed the limit by
 * one; this does no harm.
 */
export async function requireRoomForKey({ db, prisma, now }: PrismaCall): Promise<void> {
  const working = await prisma.apiKey.count({
    where: {
      tenant_id: db.tenantId,
      revoked_at: null,
      OR: [{ expires_at: null }, { expires_at: { gt: now } }],
    },
  });
  if (working < MAX_KEYS) return;
  throw new ApiError('conflict', { because: ['too_many_keys', MAX_KEYS] });
}

/** How many keys one person may make within an hour, by rotation too. */
export const KEYS_PER_HOUR = 60;

/**
 * Limits the keys that a person may make in an hour. Revoked keys count too: the owner gets a mail
 * about each new key. The operator has no limit, because no mail is sent then.
 */
export async function refuseTooManyKeys(
  { actor, db, prisma, now }: PrismaCall,
  created_by: string,
): Promise<void> {
  if (actor.kind !== 'user') return;
  const since = new Date(now.getTime() - HOUR_MS);
  const [oldest] = await prisma.apiKey.findMany({
    where: { tenant_id: db.tenantId, created_by, created_at: { gt: since } },
    select: { created_at: true },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    skip: KEYS_PER_HOUR - 1,
    take: 1,
  });
  if (!oldest) return;
  const freeMs = oldest.created_at.getTime() + HOUR_MS - now.getTime();
  throw new ApiError('rate_limited', {
    because: ['too_many_keys_an_hour', KEYS_PER_HOUR],
    limit: KEYS_PER_HOUR,
    retryAfter: Math.max(1, Math.ceil(freeMs / 1000)),
  });
}
