import { endsAfter } from '../../db/log-slots.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { firstDay } from '../../shared/kept-days.ts';
import { findKeys } from './find-keys.ts';
import { firstField, type WithKeys, withKeys } from './line-conditions.ts';
import type { ErrorGroup, RequestErrors, RequestErrorsInput } from './request-log.schema.ts';

const MOST_GROUPS = 100;
/** The most requests that are counted, because a longer count would keep people waiting. */
const MOST_COUNTED = 100_000;

type Counted = Omit<RequestErrors, 'data'> & {
  data: (Omit<ErrorGroup, 'key'> & { key_id: string })[];
};

/**
 * Refused and failed requests by code, route, reason and first wrong field, the most frequent first, and whose they
 * were.
 */
export async function listErrors(
  call: TeamVisit,
  input: RequestErrorsInput,
): Promise<RequestErrors> {
  const { data, counted_back_to } = await countErrors(call, await withKeys(call, input));
  const keys = await findKeys(call, new Set(data.map(({ key_id }) => key_id)));
  return {
    data: data.map(({ key_id, ...group }) => ({ ...group, key: keys.get(key_id) ?? null })),
    counted_back_to,
  };
}

/** What the requests of a group have in common. */
const group = 'a.code, a.method, a.route, a.check, a.reason, a.field';

/** Counts the newest refused and failed requests of the thirty days, and says how far it has come. */
export async function countErrors(
  { db, now }: Pick<TeamVisit, 'db' | 'now'>,
  { since, until, key_ids }: WithKeys<RequestErrorsInput>,
  most = MOST_COUNTED,
): Promise<Counted> {
  const wanted = since ? Date.parse(since) : now.getTime() - DAY_MS;
  const from = new Date(Math.max(wanted, firstDay(now).getTime()));
  const row = await db.row<Counted>(
    `with newest as materialized (
       select r.code, r.method, r.route, r.path, r.why, r.key_id, r.created_at from request_log_line r
       where r.tenant_id = $1 and r.failed
         and ${endsAfter('r', '$2')} and r.created_at >= $2::timestamptz
         and r.slot < coalesce($3::timestamptz, 'infinity')
         and r.created_at < coalesce($3::timestamptz, 'infinity')
       order by r.slot desc, r.created_at desc, r.request_id desc limit $5::integer
     ), alike as (
       select n.code, n.method, n.route, n.why->>'check' as check, n.why->>'reason' as reason,
         ${firstField('n')} as field, n.key_id, case when n.route is null then n.path end as path,
         count(*) as requests, max(n.created_at) as last
       from newest n where n.key_id = any (coalesce($4::text[], array[n.key_id]))
       group by 1, 2, 3, 4, 5, 6, 7, 8
     ), weighed as (
       select a.*, sum(a.requests) over (partition by ${group}, a.key_id) as of_key,
         sum(a.requests) over (partition by ${group}, a.path) as of_path
       from alike a
     ), counted as (
       select ${group}, sum(a.requests)::integer as requests, max(a.last) as last,
         (array_agg(a.key_id order by a.of_key desc, a.last desc))[1] as key_id,
         count(distinct a.key_id) - 1 as other_keys,
         (array_agg(a.path order by a.of_path desc, a.last desc))[1] as path,
         greatest(count(distinct a.path) - 1, 0) as other_paths
       from weighed a group by 1, 2, 3, 4, 5, 6
       order by requests desc, last desc limit ${MOST_GROUPS}
     )
     select (select coalesce(json_agg(json_build_object('code', c.code, 'method', c.method,
         'route', c.route, 'check', c.check, 'reason', c.reason, 'field', c.field,
         'requests', c.requests, 'path', c.path, 'other_paths', c.other_paths, 'last_at', iso(c.last),
         'key_id', c.key_id, 'other_keys', c.other_keys) order by c.requests desc, c.last desc), '[]')
         from counted c) as data,
       (select iso(min(n.created_at)) from newest n having count(*) = $5::integer) as counted_back_to`,
    [from, until ?? null, key_ids ?? null, most],
  );
  return row ?? { data: [], counted_back_to: null };
}
