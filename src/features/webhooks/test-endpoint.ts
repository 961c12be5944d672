import { TESTS_PER_MINUTE } from '../../auth/rate-limits.ts';
import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { MINUTE_MS } from '../../shared/time/durations.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { raisePing } from './raise-event.ts';
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

/**
 * Refuses the eleventh test of an endpoint in any sixty seconds. Otherwise anybody with a key could flood any
 * public host through the service. The caller has locked the endpoint, so two tests at once are
 * counted one after the other.
 */
async function requireRoomForTest({ db, now }: Call, endpointId: string): Promise<void> {
  const oldest = await db.row<{ at: Date }>(
    `select d.created_at as at from webhook_delivery d
     where d.tenant_id = $1 and d.endpoint_id = $2 and d.event_type = 'ping' and d.created_at > $3
     order by d.created_at desc, d.id desc offset ${TESTS_PER_MINUTE - 1} limit 1`,
    [endpointId, new Date(now.getTime() - MINUTE_MS)],
  );
  if (!oldest) return;
  const freeMs = oldest.at.getTime() + MINUTE_MS - now.getTime();
  throw new ApiError('rate_limited', {
    because: ['too_many_tests', TESTS_PER_MINUTE],
    limit: TESTS_PER_MINUTE,
    limitOf: 'tests',
    retryAfter: Math.max(1, Math.ceil(freeMs / 1000)),
  });
}
