import { endsAfter } from '../../db/log-slots.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import { firstDay } from '../../shared/time/kept-days.ts';
import { findKeys } from './find-keys.ts';
import { firstField, type WithKeys, withKeys } from './line-conditions.ts';
import type { ErrorGroup, RequestErrors, RequestErrorsInput } from './request-log.schema.ts';

const MOST_GROUPS = 100;
/** The most requests that are counted, because a longer count would keep people waiting. */
const MOST_COUNTED = 100_000;

/** How many bars show the course of a group. */
const BARS = 24;

type Counted = Pick<RequestErrors, 'counted_back_to'> & {
  data: (Omit<ErrorGroup, 'key'> & { key_id: string })[];
  begins_at: string;
  ends_at: string;
};

/**
 * Refused and failed requests by code, route, reason and first wrong field, the most frequent first, and whose they
 * were.
 */
export async function listErrors(
  call: TeamVisit,
  input: RequestErrorsInput,
): Promise<RequestErrors> {
  const counted = await countErrors(call, await withKeys(call, input));
  const keys = await findKeys(call, new Set(counted.data.map(({ key_id }) => key_id)));
  const [begin, end] = [Date.parse(counted.begins_at), Date.parse(counted.ends_at)];
  return {
    data: counted.data.map(({ key_id, ...group }) => ({ ...group, key: keys.get(key_id) ?? null })),
    bars: places.map((bar) => new Date(begin + ((end - begin) / BARS) * bar).toISOString()),
    counted_back_to: counted.counted_back_to,
  };
}

const places = Array.from({ length: BARS }, (_, bar) => bar);
const course = places.map((bar) => `count(*) filter (where l.bar = ${bar})::integer`);

const countStatement = `
  with newest as materialized (
     select r.code, r.method, r.route, r.path, r.why, r.key_id, r.created_at from request_log_line r
     where r.tenant_id = $1 and r.failed
       and ${endsAfter('r', '$2')} and r.created_at >= $2::timestamptz
       and r.slot < coalesce($3::timestamptz, 'infinity')
       and r.created_at < coalesce($3::timestamptz, 'infinity')
     order by r.slot desc, r.created_at desc, r.request_id desc limit $5::integer
   ), extent as (
     select coalesce(case when $6::boolean or count(*) = $5::integer then min(n.created_at) end,
         $2::timestamptz) as begins_at,
       coalesce(least($3::timestamptz, $7::timestamptz), $7::timestamptz) as ends_at
     from newest n
   ), lines as (
     select n.code, n.method, n.route, n.why->>'check' as check, n.why->>'reason' as reason,
       ${firstField('n')} as field, n.key_id, case when n.route is null then n.path end as path,
       greatest(0, least(${BARS} - 1, floor(${BARS} * extract(epoch from n.created_at - e.begins_at)
         / greatest(1, extract(epoch from e.ends_at - e.begins_at))))) as bar, n.created_at
     from newest n cross join extent e where n.key_id = any (coalesce($4::text[], array[n.key_id]))
   ), counted as (
     select l.code, l.method, l.route, l.check, l.reason, l.field, count(*)::integer as requests,
       max(l.created_at) as last, array[${course}] as course,
       mode() within group (order by l.key_id) as key_id, count(distinct l.key_id) - 1 as other_keys,
       mode() within group (order by l.path) as path,
       greatest(count(distinct l.path) - 1, 0) as other_paths
     from lines l group by 1, 2, 3, 4, 5, 6
     order by requests desc, last desc limit ${MOST_GROUPS}
   )
   select (select coalesce(json_agg(json_build_object('code', c.code, 'method', c.method,
       'route', c.route, 'check', c.check, 'reason', c.reason, 'field', c.field,
       'requests', c.requests, 'course', c.course, 'path', c.path,
       'other_paths', c.other_paths, 'last_at', iso(c.last), 'key_id', c.key_id, 'other_keys', c.other_keys) order by c.requests desc, c.last desc), '[]')
       from counted c) as data, iso(e.begins_at) as begins_at, iso(e.ends_at) as ends_at,
     (select iso(min(n.created_at)) from newest n having count(*) = $5::integer) as counted_back_to
   from extent e`;

/**
 * Counts the newest refused and failed requests of the thirty days, and says how far it has come. The bars of their
 * course fill the period. If it is as long as the log, or not all of it was counted, they begin with the first error.
 */
export async function countErrors(
  { db, now }: Pick<TeamVisit, 'db' | 'now'>,
  { since, until, key_ids }: WithKeys<RequestErrorsInput>,
  most = MOST_COUNTED,
): Promise<Counted> {
  const wanted = since ? Date.parse(since) : now.getTime() - DAY_MS;
  const from = new Date(Math.max(wanted, firstDay(now).getTime()));
  const isWhole = wanted < from.getTime();
  const row = await db.row<Counted>(countStatement, [
    from,
    until ?? null,
    key_ids ?? null,
    most,
    isWhole,
    now,
  ]);
  if (!row) throw new Error('A count has no answer');
  return row;
}
