import { lockInTeam } from '../../../db/lock-in-team.ts';
import type { PrismaCall } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { MAX_OWN, MAX_RELEASED } from '../entries.schema.ts';

export async function requireRoomForReleased(
  { db, prisma }: PrismaCall,
  more: number,
): Promise<void> {
  await lockInTeam(db, 'catalog');
  const where = { tenant_id: db.tenantId, archived_at: null };
  if ((await prisma.teamCatalogEntry.count({ where })) + more <= MAX_RELEASED) return;
  throw new ApiError('conflict', { because: ['too_many_released_entries', MAX_RELEASED] });
}

export async function requireRoomForEntry({ db, prisma }: PrismaCall): Promise<void> {
  await lockInTeam(db, 'catalog');
  const where = { tenant_id: db.tenantId };
  if ((await prisma.teamCatalogEntry.count({ where })) < MAX_OWN) return;
  throw new ApiError('conflict', { because: ['too_many_own_entries', MAX_OWN] });
}
