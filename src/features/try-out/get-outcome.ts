import type { MemberCall } from '../../operation/call.ts';
import { timeAround } from '../../shared/secrets/request-id.ts';
import { requireSandbox } from '../sandboxes/require-sandbox.ts';
import { getThread } from '../thread/get-thread.ts';
import type { Thread } from '../thread/thread.schema.ts';
import type { OutcomeInput } from './try-out.schema.ts';

/** The consequences of a request until now, also those of the worker if the worker does the rest. */
export async function getOutcome(
  call: MemberCall,
  { request_id: id, connection_id }: OutcomeInput,
): Promise<Thread> {
  await requireSandbox(call);
  const own = await getThread(call, { of: 'request', id });
  const failed = connection_id === undefined ? null : await findFailure(call, id, connection_id);
  if (!failed) return own;
  const later = await getThread(call, { of: 'entry', id: failed.id });
  return {
    ...own,
    entries: [...own.entries, ...later.entries],
    events: own.events && [...own.events, ...(later.events ?? [])],
    has_more: own.has_more || later.has_more,
  };
}

/** The newest failure that the worker has noted since the request. */
function findFailure({ db, prisma }: MemberCall, requestId: string, connectionId: string) {
  return prisma.auditEntry.findFirst({
    where: {
      tenant_id: db.tenantId,
      target_id: connectionId,
      action: 'crm.sync_failed',
      created_at: { gte: timeAround(requestId)?.from ?? new Date(0) },
    },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
}
