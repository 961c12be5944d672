import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { raisePing } from './raise-event.ts';
import { requireRoomForTest } from './rules/require-room-for-test.ts';
import type { WebhookTest } from './webhooks.schema.ts';

/** Raises one ping, even for a paused endpoint. A paused endpoint stays paused (spec, States). */
export async function testEndpoint(call: Call, id: string): Promise<WebhookTest> {
  const endpoint = await call.db.row(
    `select e.id from webhook_endpoint e
     where e.tenant_id = $1 and e.id = $2 and e.deleted_at is null for no key update`,
    [id],
  );
  if (!endpoint) throw new ApiError('not_found');
  await requireRoomForTest(call, id);
  await recordAudit(call, { action: 'webhook_endpoint.tested', targetId: id });
  const deliveryId = await raisePing(call, id);
  return { delivery_id: deliveryId, status: 'pending' };
}
