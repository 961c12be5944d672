import type { Call } from '../../operation/call.ts';
import { MOST_COUNTED } from '../../shared/load/most-counted.ts';
import type { ListTotal } from '../../shared/schema/page-schema.ts';
import type { CountValuesInput, DeliveryValues } from './list-all-deliveries.schema.ts';
import { type Filter, findMatching, spanOf } from './list-all-deliveries.ts';

/** How many deliveries the list has. Only if they are few, each is looked up with its state and its event. */
export async function countDeliveries(call: Call, filter: Filter): Promise<ListTotal> {
  const { status, event_id, object_id, answer } = filter;
  const { looked, matching } = await countNewest(call, filter);
  const isPlain = [status, event_id, object_id, answer].every((one) => one === undefined);
  if (looked > MOST_COUNTED) return { total: isPlain && matching === looked ? matching : null };
  if (isPlain || matching === 0) return { total: matching };
  const { counts, end } = await findMatching(call, { filter, counted: 'all' });
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { total: end ? null : total };
}

type ValueField = NonNullable<DeliveryValues['found']>[number]['field'];

/** How many deliveries each value of a filter would find beside the rest of the filter. */
export async function countDeliveryValues(
  call: Call,
  { status, type, endpoint_id, answer, is_endpoint_fixed, ...rest }: CountValuesInput,
): Promise<DeliveryValues> {
  const period = { ...rest, ...(is_endpoint_fixed && { endpoint_id }) };
  const { looked } = await countNewest(call, period);
  if (looked > MOST_COUNTED) return { found: null, looked };
  const { values } = await findMatching(call, {
    filter: period,
    counted: 'values',
    chosen: [status, type, endpoint_id, answer],
  });
  const found = Object.entries(values).map(([name, deliveries]) => {
    const [field, value = ''] = name.split(' ');
    return { field: field as ValueField, value, deliveries };
  });
  return { found, looked };
}

const counted = `select count(*)::integer as looked,
    (count(*) filter (where d.event_type = coalesce($6::text, d.event_type)))::integer as matching
  from (
    select d.event_type from webhook_endpoint e cross join lateral (
      select d.event_type from webhook_delivery d
      where d.tenant_id = $1 and d.endpoint_id = e.id
        and (d.created_at, d.id) < ($3::timestamptz, $4) and d.created_at >= $5::timestamptz
      order by d.created_at desc, d.id desc limit $7::integer) d
    where e.tenant_id = $1 and e.deleted_at is null and e.id = coalesce($2::text, e.id)
    limit $7::integer) d`;

type Counted = { looked: number; matching: number };

/** Counts the deliveries of the endpoints and the period, and those of the type among them. */
async function countNewest({ db }: Call, filter: Filter): Promise<Counted> {
  const { endpointId, from, below } = spanOf(filter);
  const row = await db.row<Counted>(counted, [
    endpointId,
    below.at,
    below.id,
    from,
    filter.type ?? null,
    MOST_COUNTED + 1,
  ]);
  return row ?? { looked: 0, matching: 0 };
}
