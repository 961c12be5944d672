import type { PrismaCall } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors.ts';
import { working } from '../key-state.ts';

/** How many keys of a team may work at a time. */
const MAX_KEYS = 500;

/**
 * Refuses a key if the team has too many. Two keys that are made at once may exceed the limit by
 * one; this does no harm.
 */
export async function requireRoomForKey({ db, prisma, now }: PrismaCall): Promise<void> {
  const where = { tenant_id: db.tenantId, ...working(now) };
  if ((await prisma.apiKey.count({ where })) < MAX_KEYS) return;
  throw new ApiError('conflict', { because: ['too_many_keys', MAX_KEYS] });
}
