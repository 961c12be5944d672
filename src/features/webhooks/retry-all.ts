import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { actorIdOf, recordAudit } from '../audit-log/record-audit.ts';
import { findChosen } from './find-chosen.ts';
import { conditionsOf, spanOf } from './find-matching.ts';
import { getRetryProgress } from './get-retry-progress.ts';
import type { RetryAllInput, RetryProgress } from './retry-all.schema.ts';

/**
 * Asks for one attempt of each chosen delivery that has failed until now. A worker goes through the
 * deliveries, endpoint by endpoint (worker/delivery/bulk-retry-loop.ts). An endpoint has one bulk
 * retry at a time: a second one would only look at the same deliveries.
 */
export async function retryAll(call: PrismaCall, input: RetryAllInput): Promise<RetryProgress> {
  const { db, now, actor } = call;
  const { filter, endpoints, counts, end } = await findChosen(call, input);
  const chosen = endpoints.filter(({ id }) => end !== null || (counts[id] ?? 0) > 0);
  if (chosen.length === 0) {
    throw new ApiError('validation_error', { field: 'status', because: 'nothing_to_retry' });
  }
  const id = newId('whr', now);
  const { from, below } = spanOf(filter);
  const begun = await db.writeRows<{ endpoint_id: string }>(
    `insert into webhook_retry_run (tenant_id, id, endpoint_id, filter, from_at, to_at, actor_kind,
       actor_id, created_at, expected)
     select $1, $2, c.endpoint_id, $3, nullif($4::timestamptz, '-infinity'),
       least($5::timestamptz, now()), $6, $7, now(), c.expected
     from unnest($8::text[], $9::integer[]) as c (endpoint_id, expected)
     on conflict (tenant_id, endpoint_id) where finished_at is null do nothing
     returning endpoint_id`,
    [
      ...[id, JSON.stringify(conditionsOf(call, filter)), from, below.at],
      ...[actor.kind, actorIdOf(actor)],
      chosen.map((endpoint) => endpoint.id),
      chosen.map((endpoint) => (end === null ? (counts[endpoint.id] ?? 0) : null)),
    ],
  );
  if (begun.length < chosen.length) {
    throw new ApiError('conflict', { because: 'retry_running' });
  }
  const { endpoint_id, type, status, event_id, object_id, to } = filter;
  await recordAudit(call, {
    action: 'webhook_delivery.all_retried',
    targetId: id,
    changes: { endpoint_id, type, status, event_id, object_id, from: filter.from, to },
  });
  await db.writeWithJob(
    `select enqueue('webhook.retry_all', json_build_object('tenant', $1::text, 'run', $2::text))`,
    [id],
  );
  return getRetryProgress(call, id);
}
