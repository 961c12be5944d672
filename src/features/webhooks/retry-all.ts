import { newId } from '../../db/ids.ts';
import type { Call, PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { getRetryProgress } from './get-retry-progress.ts';
import { type Filter, findMatching } from './list-all-deliveries.ts';
import { inOrder, startRuns } from './replay.ts';
import type { RetryAllInput, RetryPreview, RetryProgress } from './retry-all.schema.ts';
import { requireReplaysLeft } from './rules/require-replays-left.ts';

/**
 * Asks for one attempt of each chosen delivery that has failed until now. A worker goes through the
 * deliveries, endpoint by endpoint (worker/delivery/bulk-retry-loop.ts).
 */
export async function retryAll(call: PrismaCall, input: RetryAllInput): Promise<RetryProgress> {
  const { now } = call;
  const { filter, endpoints, counts, end } = await findChosen(call, input);
  const active = endpoints.filter(isActive);
  if (active.length === 0 && endpoints.length > 0) {
    throw new ApiError('conflict', { because: 'endpoint_not_active' });
  }
  const chosen = active.filter(({ id }) => end !== null || (counts[id] ?? 0) > 0);
  if (chosen.length === 0) {
    throw new ApiError('validation_error', { field: 'status', because: 'nothing_to_retry' });
  }
  const expected = end === null ? countOf(counts) : null;
  await requireReplaysLeft(call, { expected, field: 'from' });
  const id = newId('whr', now);
  const { endpoint_id, type, status, event_id, object_id, answer, from, to } = filter;
  await startRuns(call, {
    id,
    filter,
    newOf: null,
    runs: chosen.map((endpoint) => ({
      endpoint_id: endpoint.id,
      expected: end === null ? (counts[endpoint.id] ?? 0) : null,
    })),
    changes: { endpoint_id, type, status, event_id, object_id, answer, from, to },
  });
  return getRetryProgress(call, id);
}

/** Counts the deliveries that a bulk retry would attempt now, before the person decides. */
export async function previewRetries(call: Call, input: RetryAllInput): Promise<RetryPreview> {
  const { filter, endpoints, counts, types, end } = await findChosen(call, input);
  const leftOut = endpoints.every(isActive)
    ? { counts: {}, end: null }
    : await findMatching(call, { filter, counted: 'leftOut' });
  const counted = (of: Record<string, number>) =>
    endpoints.flatMap(({ id, url, status }) => {
      const count = of[id] ?? 0;
      return count > 0 ? [{ endpoint_id: id, url, status, count }] : [];
    });
  return {
    count: countOf(counts),
    endpoints: counted(counts),
    left_out: counted(leftOut.counts),
    left_out_back_to: leftOut.end?.at ?? null,
    types: inOrder(Object.entries(types).map(([type, count]) => ({ type, count }))),
    counted_back_to: end,
  };
}

const countOf = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

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

type Endpoint = { id: string; url: string; status: string };
const isActive = ({ status }: Endpoint) => status === 'active';
type Chosen = {
  filter: Filter;
  endpoints: Endpoint[];
  counts: Record<string, number>;
  types: Record<string, number>;
  /** Where the count has stopped. Null if all deliveries were counted. */
  end: string | null;
};

/**
 * Reads the choice of a bulk retry: its filter, its endpoints, and how many deliveries it would attempt now.
 */
async function findChosen(call: Call, input: RetryAllInput): Promise<Chosen> {
  const filter = await filterOf(call, input);
  const endpoints = await call.db.rows<Endpoint>(
    `select e.id, e.url, e.status from webhook_endpoint e
     where e.tenant_id = $1 and e.deleted_at is null and e.id = coalesce($2::text, e.id)
     order by e.created_at desc, e.id desc`,
    [filter.endpoint_id],
  );
  if (endpoints.length === 0 && filter.endpoint_id !== undefined) throw new ApiError('not_found');
  const { counts, types, end } = await findMatching(call, { filter });
  return { filter, endpoints, counts, types, end: end?.at ?? null };
}

/**
 * Makes the filter. `since_delivery_id` gives the time. It also gives the endpoint if the input names none.
 */
async function filterOf(
  { db }: Call,
  { since_delivery_id: id, ...filter }: RetryAllInput,
): Promise<Filter> {
  if (id === undefined) return filter;
  const delivery = await db.row<{ endpoint_id: string; at: string }>(
    `select d.endpoint_id, iso(d.created_at) as at from webhook_delivery d
     join webhook_endpoint e on e.tenant_id = $1 and e.id = d.endpoint_id and e.deleted_at is null
     where d.tenant_id = $1 and d.id = $2`,
    [id],
  );
  if (!delivery) throw new ApiError('not_found');
  const { endpoint_id = delivery.endpoint_id, from } = filter;
  const since =
    from !== undefined && Date.parse(from) > Date.parse(delivery.at) ? from : delivery.at;
  return { ...filter, endpoint_id, from: since };
}
