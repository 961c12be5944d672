import type { z } from 'zod';
import type { TeamVisit } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import type { ChangedConnection, disconnectInput } from './connections.schema.ts';
import { describeChanged } from './describe-connection.ts';
import { planRevocation } from './plan-revocation.ts';
import { endRun, withoutWorker } from './rules/end-run.ts';
import { findLocked } from './rules/find-connection.ts';

/**
 * Ends a connection: its credentials are deleted at once. Its data stay until a person removes them (D140). A
 * worker then removes them in pieces.
 */
export async function disconnect(
  call: TeamVisit,
  { connection_id: id, data }: z.output<typeof disconnectInput>,
): Promise<ChangedConnection> {
  const { db, prisma, now } = call;
  const { state } = await findLocked(call, id);
  const isOver = state === 'removing' || (state === 'ended' && data === 'keep');
  if (isOver) throw new ApiError('conflict', { because: 'crm_disconnected' });
  await planRevocation(call, { id });
  await prisma.crmConnection.updateMany({
    where: { tenant_id: db.tenantId, id },
    data: {
      state: data === 'keep' ? 'ended' : 'removing',
      credentials: null,
      credentials_hint: '',
      next_sync_at: data === 'keep' ? null : now,
      waits_until: null,
      failing_since: null,
      failed_for: null,
      failures: 0,
      deletion_confirmed: null,
      ...withoutWorker,
    },
  });
  await endRun(call, id);
  await recordAudit(call, { action: 'crm.disconnected', targetId: id, changes: { data } });
  return describeChanged(call, id);
}
