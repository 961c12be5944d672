import type { PrismaCall } from '../../../operation/call.ts';
import { planRevocation } from './plan-revocation.ts';
import { withoutWorker } from './rules/end-run.ts';

/**
 * Ends all connections of a team that is deleted, and plans the end of their tokens. Both are one transaction:
 * a worker may do the job at once, and does nothing for an account that is still connected.
 */
export async function endConnections(call: PrismaCall): Promise<void> {
  const { db, prisma } = call;
  await planRevocation(call);
  await prisma.crmConnection.updateMany({
    where: { tenant_id: db.tenantId },
    data: { state: 'ended', credentials: null, next_sync_at: null, ...withoutWorker },
  });
}
