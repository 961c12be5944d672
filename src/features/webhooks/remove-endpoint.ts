import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';

/**
 * Hides the endpoint and its deliveries at once, erases the secret, and ends the bulk retry of the endpoint.
 * Housekeeping removes the rows later (D166).
 */
export async function removeEndpoint(call: Call, id: string): Promise<Ok> {
  const row = await call.db.write(
    `update webhook_endpoint e set deleted_at = now(), secret = ''
     where e.tenant_id = $1 and e.id = $2 and e.deleted_at is null returning e.id`,
    [id],
  );
  if (!row) throw new ApiError('not_found');
  await call.db.write(
    `update webhook_retry_run r set finished_at = now(), stopped = true
     where r.tenant_id = $1 and r.endpoint_id = $2 and r.finished_at is null`,
    [id],
  );
  await recordAudit(call, { action: 'webhook_endpoint.deleted', targetId: id });
  return { ok: true };
}
