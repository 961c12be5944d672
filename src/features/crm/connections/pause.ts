import type { TeamVisit } from '../../../operation/call.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import type { ChangedConnection } from './connections.schema.ts';
import { describeChanged } from './describe-connection.ts';
import { endRun, withoutWorker } from './rules/end-run.ts';
import { findLocked } from './rules/find-connection.ts';
import { requireActive } from './rules/require-active.ts';

/** Stops the synchronization until a person resumes it. The stored data stay. */
export async function pause(call: TeamVisit, id: string): Promise<ChangedConnection> {
  const { db, prisma } = call;
  const connection = await findLocked(call, id);
  if (connection.state !== 'paused') {
    requireActive(connection);
    await prisma.crmConnection.updateMany({
      where: { tenant_id: db.tenantId, id },
      data: { state: 'paused', next_sync_at: null, ...withoutWorker },
    });
    await endRun(call, id);
    await recordAudit(call, { action: 'crm.paused', targetId: id });
  }
  return describeChanged(call, id);
}

/**
 * Synchronizes again after a pause, or after the provider has refused the stored credentials: they may have
 * got the missing permission meanwhile. The connection counts as failing until a synchronization has
 * succeeded.
 */
export async function resume(call: TeamVisit, id: string): Promise<ChangedConnection> {
  const { db, prisma, now } = call;
  const connection = await findLocked(call, id);
  if (connection.state === 'paused' || connection.state === 'sign_in') {
    const { waits_until, synced_at } = connection;
    await prisma.crmConnection.updateMany({
      where: { tenant_id: db.tenantId, id },
      data: {
        state: 'active',
        next_sync_at: waits_until !== null && waits_until > now ? waits_until : now,
        next_cause: synced_at === null ? 'first' : 'person',
      },
    });
    await recordAudit(call, { action: 'crm.resumed', targetId: id });
  } else requireActive(connection);
  return describeChanged(call, id);
}
