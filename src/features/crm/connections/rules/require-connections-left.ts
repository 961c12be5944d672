import type { PrismaCall } from '../../../../operation/call.ts';
import { ApiError } from '../../../../shared/errors/errors.ts';

/** The most connections that a team may have. Connections that have ended do not count. */
export const CONNECTIONS_PER_TEAM = 5;

export function countConnections({ db, prisma }: PrismaCall): Promise<number> {
  return prisma.crmConnection.count({
    where: { tenant_id: db.tenantId, state: { in: ['active', 'paused', 'sign_in'] } },
  });
}

/** The caller has locked the connections, so that connections made at once are counted one after the other. */
export async function requireConnectionsLeft(call: PrismaCall): Promise<void> {
  if ((await countConnections(call)) < CONNECTIONS_PER_TEAM) return;
  throw new ApiError('conflict', { because: ['too_many_connections', CONNECTIONS_PER_TEAM] });
}
