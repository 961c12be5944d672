import type { Privacy } from '../../auth/privacy.ts';
import { idTime } from '../../db/ids.ts';
import { encodeCursor, readCursor } from '../../db/pages/cursor.ts';
import type { Call, RequestCall } from '../../operation/call.ts';
import { isHeld, LONGEST_TIMEOUT_MS, leaseMs } from '../../shared/time/lease.ts';
import type {
  FoundDeliveries,
  FoundDelivery,
  ListAllDeliveriesInput,
} from './list-all-deliveries.schema.ts';
import { deliveryShape } from './webhooks.schema.ts';

/**
 * Searches the deliveries of one endpoint or of all, newest first, and says how far it has come. It does not use
 * `searchPage`: the index has an order for each endpoint alone, so that each round reads the newest of every endpoint.
 */
export async function listAllDeliveries(
  call: RequestCall,
  { cursor, limit, ...filter }: ListAllDeliveriesInput,
): Promise<FoundDeliveries> {
  const { db, cursorKey } = call;
  const place = { route: 'webhooks.listAllDeliveries', tenant: db.tenantId, filters: filter };
  const after = readCursor({ cursor, place, cursorKey });
  const { found, looked, end } = await findMatching(call, { filter, after, most: limit + 1 });
  const data = found.slice(0, limit);
  const last = found.length > limit ? data.at(-1) : undefined;
  const stop = last ? { at: last.created_at, id: last.id } : end;
  return {
    data,
    next_cursor: stop && encodeCursor({ ...place, ...stop }, cursorKey),
    searched: { deliveries: looked, back_to: stop?.at ?? null },
  };
}

/** The conditions of a search, except its period. */
export type Conditions = Pick<
  ListAllDeliveriesInput,
  'type' | 'status' | 'event_id' | 'object_id' | 'answer'
> & {
  /** Of a replay, which may have several types. */
  types?: readonly string[] | undefined;
  /** Fields of `data` that the privacy switches hide now. Nobody may search in them. */
  hidden: string[];
};
export type Filter = Omit<ListAllDeliveriesInput, 'cursor' | 'limit'> & Pick<Conditions, 'types'>;
type Place = { at: string; id: string };
type Span = { endpointId: string | null; from: string; below: Place };

/**
 * The most deliveries that one call looks at, because the tables of events have no index for a search.
 */
const MOST_SEARCHED = 10_000;
/** One statement reads about this many rows. */
const ROUND = 4_000;
const LEAST_OF_ENDPOINT = 20;

type Round = {
  found: FoundDelivery[];
  /** If the search counts: the number of matches of each endpoint. */
  counts: Record<string, number>;
  /** If the search counts: the number of matches of each type. */
  types: Record<string, number>;
  /** If the search counts values: the number of matches of each field and value. */
  values: Record<string, number>;
  read: number;
  covered: number;
  /** Where the statement has stopped. Null if it has come to the end. */
  end_at: string | null;
  end_id: string | null;
};

/**
 * A condition on the delivery `d`, a row of the view. Its parameters begin at `$first`. `case` keeps
 * PostgreSQL from looking up what the search does not need, and `limit` from reading all events at once.
 */
export function matches(first: number): string {
  const names = [0, 1, 2, 3, 4, 5].map((n) => `$${first + n}`);
  const [types, status, event, object, hidden, answer] = names;
  return `d.event_type = any (coalesce(${types}::text[], array[d.event_type]))
    and d.event_id = coalesce(${event}::text, d.event_id)
    and case when ${status}::text is null then true
      when ${status} = 'failed' then d.status = any ('{gave_up,pending}')
        and (d.attempt > 0 or d.status = 'gave_up')
      when ${status} = any ('{queued,retrying,held}') then d.status = 'pending'
      else d.status = ${status} end
    and case when ${object}::text is null then true else (
      select true from webhook_event v cross join lateral jsonb_each_text(v.body::jsonb -> 'data') f
      where v.tenant_id = $1 and v.id = d.event_id and strpos(v.body, ${object}) > 0
        and f.value = ${object} and f.key <> all (${hidden}::text[])
      limit 1) is not null end
    and case when ${answer}::text is null then true else coalesce(
      case when d.error = 'http_status' then d.response_code::text else d.error end = ${answer},
      false) end`;
}

export function paramsOf(conditions: Conditions): unknown[] {
  const { type, status, event_id, object_id, hidden, answer } = conditions;
  const types = conditions.types ?? (type === undefined ? undefined : [type]);
  return [types, status, event_id, object_id, hidden, answer].map((value) => value ?? null);
}

export function conditionsOf({ actor }: Call, filter: Filter): Conditions {
  const hidden = actor.privacy.hidden('event').map(({ field }) => field);
  const { type, types, status, event_id, object_id, answer } = filter;
  return { type, types, status, event_id, object_id, answer, hidden };
}

/** The deliveries for which a manual retry makes sense: an attempt has failed, and none is running (D147). */
export const retryable = `(d.status = 'gave_up' or d.status = 'pending' and d.attempt > 0
  and d.urgent_at is null
  and coalesce(not (${isHeld('d.leased_at', leaseMs(LONGEST_TIMEOUT_MS))}), true))`;

/**
 * Divides the pending deliveries `d` as their badges do. A switched off or paused endpoint attempts nothing, unless
 * somebody asks for an attempt.
 */
const pendingState = (endpointStatus: string) => `case when coalesce(d.urgent_at,
      case when ${endpointStatus} = 'active' then d.next_try_at end) is null then 'held'
    when d.attempt = 0 then 'queued' else 'retrying' end`;
const isInState = (status: string) => `case when ${status} = any ('{queued,retrying,held}') then
  ${status} = ${pendingState('r.endpoint_status')} else true end`;

// Each endpoint gives its newest rows. If an endpoint may have more rows, rows older than its last row are
// left to the next round. So the rounds go back in time without a gap.
const roundOf = (result: string, ofEndpoint = '') => `with e as materialized (
    select e.id, e.status from webhook_endpoint e
    where e.tenant_id = $1 and e.deleted_at is null and e.id = coalesce($2::text, e.id) ${ofEndpoint}
  ), seen as materialized (
    select d.*, e.status as endpoint_status from e cross join lateral (
      select d.id, d.endpoint_id, d.created_at from webhook_delivery d
      where d.tenant_id = $1 and d.endpoint_id = e.id
        and (d.created_at, d.id) < ($3::timestamptz, $4) and d.created_at >= $5::timestamptz
        and d.event_id = coalesce($9::text, d.event_id)
      order by d.created_at desc, d.id desc limit $6::integer) d
  ), horizon as materialized (
    select x.created_at, x.id from (
      select distinct on (r.endpoint_id) r.created_at, r.id,
        count(*) over (partition by r.endpoint_id) as n
      from seen r order by r.endpoint_id, r.created_at, r.id) x
    where x.n = $6 order by x.created_at desc, x.id desc limit 1
  ), covered as materialized (
    select r.* from seen r left join horizon h on true
    where h.id is null or (r.created_at, r.id) >= (h.created_at, h.id)
  ), matching as (
    select r.endpoint_status, d.* from covered r cross join lateral (
      select s.* from webhook_delivery_state s where s.tenant_id = $1 and s.id = r.id limit 1) d
    where ${matches(7)} and ${isInState('$8')} ${result}
  )`;
const roundColumns = `(select count(*)::integer from seen) as read,
  (select count(*)::integer from covered) as covered,
  (select iso(h.created_at) from horizon h) as end_at, (select h.id from horizon h) as end_id`;

const page = (
  privacy: Privacy,
) => `${roundOf('order by r.created_at desc, r.id desc limit $13::integer')}
  select coalesce((select json_agg(s order by d.created_at desc, d.id desc)
    from matching d cross join lateral (select d.endpoint_status as status) e
    cross join lateral (select d.endpoint_id, d.event_id, ${retryable} as can_retry,
      (select v.request_id from webhook_event v where v.tenant_id = $1 and v.id = d.event_id) as request_id,
      ${deliveryShape(privacy)}) s), '[]') as found,
    ${roundColumns}`;
const countOf = (round: string) => `${round}
  select coalesce((select json_object_agg(c.endpoint_id, c.n) from (
    select m.endpoint_id, count(*) as n from matching m group by m.endpoint_id) c), '{}') as counts,
    coalesce((select json_object_agg(c.event_type, c.n) from (
      select m.event_type, count(*) as n from matching m group by m.event_type) c), '{}') as types,
    ${roundColumns}`;
/** The fields among whose values a person can choose, in the order of `chosen`. */
const fields = {
  status: `case d.status when 'pending' then ${pendingState('d.endpoint_status')} else d.status end`,
  type: 'd.event_type',
  endpoint: 'd.endpoint_id',
  answer: `case when d.error = 'http_status' then d.response_code::text else d.error end`,
};
/** A value counts the deliveries that fit what is chosen of the other fields. */
const fitsOthers = (own: string) =>
  Object.keys(fields)
    .map((field, i) =>
      field === own ? 'true' : `($${13 + i}::text is null or s.${field} = $${13 + i})`,
    )
    .join(' and ');
// Few deliveries differ in all these fields, so that the rest of the statement has little to count.
const valuesOf = (round: string) => `${round}, sums as (
    select ${Object.entries(fields)
      .map(([field, of]) => `${of} as ${field}`)
      .join(', ')}, count(*) as n from matching d group by 1, 2, 3, 4
  )
  select coalesce((select json_object_agg(c.field || ' ' || c.value, c.n) from (
    select v.field, v.value, sum(s.n) as n from sums s cross join lateral (values ${Object.keys(
      fields,
    )
      .map((field) => `('${field}', s.${field}, ${fitsOthers(field)})`)
      .join(', ')}) v (field, value, fits)
    where v.value is not null and v.fits group by 1, 2) c), '{}') as values,
    ${roundColumns}`;
const counts = {
  all: countOf(roundOf('')),
  values: valuesOf(roundOf('')),
  // A bulk retry leaves out endpoints that are paused or switched off.
  retryable: countOf(roundOf(`and ${retryable}`, `and e.status = 'active'`)),
  leftOut: countOf(roundOf(`and ${retryable}`, `and e.status <> 'active'`)),
};

type Search = {
  filter: Filter;
  after?: Place | undefined;
  most?: number;
  counted?: keyof typeof counts;
  /** What is chosen of the fields whose values are counted. */
  chosen?: readonly (string | undefined)[];
};
type Searched = Pick<Round, 'found' | 'counts' | 'types' | 'values'> & {
  looked: number;
  /** Where the search has stopped. Null if it has looked at all deliveries. */
  end: Place | null;
};

/**
 * Goes back in time until it has found `most` matches, or has looked at as many deliveries as it
 * may. Without `most` it counts the matches.
 */
export async function findMatching(
  call: Call,
  { filter, after, most, counted = 'retryable', chosen = [] }: Search,
): Promise<Searched> {
  const span = spanOf(filter, after);
  const params = paramsOf(conditionsOf(call, filter));
  const sums = { counts: {}, types: {}, values: {} };
  const result: Searched = { found: [], ...sums, looked: 0, end: span.below };
  let ofEndpoint = Math.max((most ?? 0) + 1, LEAST_OF_ENDPOINT);
  while (result.end && result.looked < MOST_SEARCHED) {
    const { at, id } = result.end;
    const left = Math.min(ofEndpoint, MOST_SEARCHED - result.looked);
    const wanted =
      most === undefined ? chosen.map((one) => one ?? null) : [most - result.found.length];
    const round = await call.db.row<Round>(
      most === undefined ? counts[counted] : page(call.actor.privacy),
      [span.endpointId, at, id, span.from, left, ...params, ...wanted],
    );
    if (!round) throw new Error('A search has no answer');
    result.looked += round.covered;
    result.found.push(...(round.found ?? []));
    addUp(result.counts, round.counts);
    addUp(result.types, round.types);
    addUp(result.values, round.values);
    const { end_at, end_id } = round;
    result.end = end_at !== null && end_id !== null ? { at: end_at, id: end_id } : null;
    if (most !== undefined && result.found.length >= most) break;
    ofEndpoint = nextSize(left, round.read);
  }
  return result;
}

function addUp(sums: Record<string, number>, more: Record<string, number> | undefined): void {
  for (const [name, n] of Object.entries(more ?? {})) sums[name] = (sums[name] ?? 0) + n;
}

/** Chooses the size so that the next statement reads about as many rows as a round should. */
function nextSize(size: number, read: number): number {
  const fitting = Math.floor((size * ROUND) / Math.max(read, 1));
  return Math.min(Math.max(fitting, LEAST_OF_ENDPOINT), ROUND);
}

/** The last year that PostgreSQL and JavaScript write alike. */
const YEAR_10000 = Date.UTC(10_000, 0);

/**
 * The period of a search. If it names an event, the id of the event tells its time, which is also the time of
 * its deliveries.
 */
export function spanOf({ endpoint_id, event_id, from, to }: Filter, after?: Place): Span {
  const eventTime = event_id === undefined ? undefined : (idTime(event_id)?.getTime() ?? 0);
  const since = Math.max(eventTime ?? 0, from ? Date.parse(from) : 0);
  const until = Math.min(
    eventTime === undefined ? YEAR_10000 : eventTime + 1,
    to ? Date.parse(to) : YEAR_10000,
  );
  const below = after ?? { at: momentOf(until), id: '' };
  return { endpointId: endpoint_id ?? null, from: momentOf(since), below };
}

function momentOf(ms: number): string {
  if (ms <= 0) return '-infinity';
  return ms >= YEAR_10000 ? 'infinity' : new Date(ms).toISOString();
}
