import type { z } from 'zod';
import type { TeamVisit } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import type { ChangedConnection, syncNowInput } from './connections.schema.ts';
import { describeChanged } from './describe-connection.ts';
import { findFailures } from './describe-run.ts';
import { withoutWorker } from './rules/end-run.ts';
import { type Connection, findLocked } from './rules/find-connection.ts';
import { requireActive } from './rules/require-active.ts';

/**
 * Asks a worker to synchronize the connection at once. The person may confirm the removal for which the last full
 * pass has asked.
 */
export async function syncNow(
  call: TeamVisit,
  { connection_id: id, confirm_deletion }: z.output<typeof syncNowInput>,
): Promise<ChangedConnection> {
  const { db, prisma, now } = call;
  const connection = await findLocked(call, id);
  requireActive(connection);
  const { failed_for, waits_until } = connection;
  if (confirm_deletion && failed_for !== 'suspicious_deletion') {
    throw new ApiError('conflict', { because: 'crm_nothing_to_confirm' });
  }
  if (waits_until !== null && waits_until > now) {
    throw new ApiError('conflict', { because: 'crm_quota_used' });
  }
  await prisma.crmConnection.updateMany({
    where: { tenant_id: db.tenantId, id, state: 'active' },
    data: {
      next_sync_at: now,
      next_cause: connection.synced_at === null ? 'first' : 'person',
      ...(confirm_deletion ? await confirmed(call, connection) : {}),
    },
  });
  await recordAudit(call, {
    action: 'crm.synced',
    targetId: id,
    changes: { confirm_deletion },
  });
  return describeChanged(call, id);
}

/**
 * Confirms the number of deals that the person has seen. If clearly more deals are gone by the time of the
 * next pass, that pass asks again.
 */
async function confirmed(call: TeamVisit, connection: Connection) {
  const facts = (await findFailures(call, [connection])).get(connection.id);
  return { deletion_confirmed: facts?.gone ?? 0, read_again: true };
}

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
