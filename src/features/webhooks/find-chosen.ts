import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { type Filter, findMatching } from './find-matching.ts';
import type { RetryAllInput } from './retry-all.schema.ts';

type Endpoint = { id: string; url: string; status: string };
export type Chosen = {
  filter: Filter;
  endpoints: Endpoint[];
  counts: Record<string, number>;
  /** Where the count has stopped. Null if all deliveries were counted. */
  end: string | null;
};

/**
 * Reads the choice of a bulk retry: its filter, its endpoints, and how many deliveries it would attempt now.
 */
export async function findChosen(call: Call, input: RetryAllInput): Promise<Chosen> {
  const filter = await filterOf(call, input);
  const endpoints = await call.db.rows<Endpoint>(
    `select e.id, e.url, e.status from webhook_endpoint e
     where e.tenant_id = $1 and e.deleted_at is null and e.id = coalesce($2::text, e.id)
     order by e.created_at desc, e.id desc`,
    [filter.endpoint_id],
  );
  if (endpoints.length === 0 && filter.endpoint_id !== undefined) throw new ApiError('not_found');
  const { counts, end } = await findMatching(call, { filter });
  return { filter, endpoints, counts, end: end?.at ?? null };
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
