import type { TeamVisit } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import type { ChangedConnection } from './connections.schema.ts';
import { describeChanged } from './describe-connection.ts';
import { withoutWorker } from './rules/end-run.ts';
import { findLocked } from './rules/find-connection.ts';
import { requireActive } from './rules/require-active.ts';

/** Asks a worker to read everything from the beginning. Deals keep their ids. */
export async function readAgain(call: TeamVisit, id: string): Promise<ChangedConnection> {
  const { db, prisma, now } = call;
  const connection = await findLocked(call, id);
  requireActive(connection);
  const { waits_until, synced_at } = connection;
  if (waits_until !== null && waits_until > now) {
    throw new ApiError('conflict', { because: 'crm_quota_used' });
  }
  await prisma.crmConnection.updateMany({
    where: { tenant_id: db.tenantId, id, state: 'active' },
    data: {
      read_again: true,
      next_sync_at: now,
      next_cause: synced_at === null ? 'first' : 'person',
      ...withoutWorker,
    },
  });
  await recordAudit(call, { action: 'crm.read_again', targetId: id });
  return describeChanged(call, id);
}
