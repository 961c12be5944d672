import type { Call } from '../../operation/call.ts';

type Wake = { endpointId: string; urgentId?: string };

/**
 * Adds a job that makes a worker look at this endpoint right after the commit. Operations call it
 * last, like `raiseEvent`.
 */
export async function wakeWorker({ db }: Call, { endpointId, urgentId }: Wake): Promise<void> {
  await db.addJob('webhook.deliver', {
    tenant: db.tenantId,
    endpoints: [endpointId],
    urgent: urgentId === undefined ? null : [urgentId],
  });
}
