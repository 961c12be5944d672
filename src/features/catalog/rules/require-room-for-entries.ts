import { lockInTeam } from '../../../db/lock-in-team.ts';
import type { PrismaCall } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors.ts';
import { MAX_OWN, MAX_RELEASED } from '../entries.schema.ts';

export async function requireRoomForReleased(
  { db, prisma }: PrismaCall,
  more: number,
): Promise<void> {
  await lockInTeam(db, 'catalog');
  const where = { tenant_id: db.tenantId, archived_at: null };
  if ((await prisma.teamCatalogEntry.count({ where })) + more <= MAX_RELEASED) return;
  const detail = `A team releases at most ${MAX_RELEASED} own entries. Withdraw some that are not needed.`;
  throw new ApiError('conflict', { detail });
}

export async function requireRoomForEntry({ db, prisma }: PrismaCall): Promise<void> {
  await lockInTeam(db, 'catalog');
  const where = { tenant_id: db.tenantId };
  if ((await prisma.teamCatalogEntry.count({ where })) < MAX_OWN) return;
  const detail = `A team has at most ${MAX_OWN} own entries. Change one that is withdrawn.`;
  throw new ApiError('conflict', { detail });
}
