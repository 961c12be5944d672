import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { getRetryProgress } from './get-retry-progress.ts';
import type { RetryProgress } from './retry-all.schema.ts';

/** Ends a bulk retry: no further delivery is queued. A worker still attempts those that are queued. */
export async function endRetries(call: PrismaCall, id: string): Promise<RetryProgress> {
  const { db, prisma, now } = call;
  const where = { tenant_id: db.tenantId, id };
  const run = await prisma.webhookRetryRun.findFirst({ where, select: { id: true } });
  if (!run) throw new ApiError('not_found');
  const { count } = await prisma.webhookRetryRun.updateMany({
    where: { ...where, finished_at: null },
    data: { finished_at: now, stopped: true },
  });
  if (count > 0)
    await recordAudit(call, { action: 'webhook_delivery.retries_ended', targetId: id });
  return getRetryProgress(call, id);
}
