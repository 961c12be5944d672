import { conditions } from '../../db/conditions.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time/durations.ts';
import { REQUEST_LOG_DAYS } from '../../shared/time/kept-days.ts';
import { findChains } from './find-keys.ts';
import {
  addOfLines,
  endings,
  firstField,
  indexedConditions,
  type WithKeys,
  withKeys,
} from './line-conditions.ts';
import type { RequestCounts, RequestCountsInput } from './request-log.schema.ts';

/** The most requests that are counted, because a longer count would keep people waiting. */
const MOST_COUNTED = 50_000;
const MOST_BARS = 61;
const MOST_OPTIONS = 50;

/** The lengths that a bar may have, in seconds. */
const barLengths = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7].map((days) => days * DAY_MS),
].map((ms) => ms / 1000);
const WEEK = (7 * DAY_MS) / 1000;
/** The log has no older lines. It bounds a period that the filter leaves open. */
const KEPT = `interval '${REQUEST_LOG_DAYS + 1} days'`;
/**
 * Bars that are at least this long begin at round hours of the time zone, before and after a change of its
 * clocks.
 */
const LOCAL = (3 * HOUR_MS) / 1000;

type Answer = Omit<RequestCounts, 'counted_back_to'> & {
  is_cut: boolean;
  begins_at: string | null;
};

/**
 * Counts how the requests of the list ended, bar by bar, and finds the methods, routes and reasons among
 * which a person can choose, and how many requests each choice would find beside the rest of the filter. It counts the
 * newest lines, and says how far it has come. Bars begin at round times in the zone of the team.
 */
export async function countRequests(
  call: TeamVisit,
  input: RequestCountsInput,
  most = MOST_COUNTED,
): Promise<RequestCounts> {
  const { db, prisma, now } = call;
  const filter = await withKeys(call, input);
  const tenant = await prisma.tenant.findFirst({
    where: { id: db.tenantId },
    select: { time_zone: true },
  });
  const among = indexedConditions(filter, { now });
  const all = conditions([], among.params);
  addOfLines(all, filter);
  const { fits, params } = fittingOthers(filter, all.params);
  const first = params.length + 2;
  const [limit, zone, from, to, at, lengths] = [0, 1, 2, 3, 4, 5].map((n) => `$${first + n}`);
  const row = await db.row<Answer>(
    countStatement({
      among: among.where.join(' and '),
      all: all.where.join(' and ') || 'true',
      fits,
      limit: `${limit}::integer`,
      zone: `${zone}::text`,
      from: `${from}::timestamptz`,
      to: `${to}::timestamptz`,
      now: `${at}::timestamptz`,
      lengths: `${lengths}::integer[]`,
    }),
    [
      ...params,
      most,
      tenant?.time_zone ?? 'UTC',
      filter.since ?? null,
      filter.until ?? null,
      now,
      barLengths,
    ],
  );
  if (!row) {
    return { bars: [], methods: [], routes: [], reasons: [], found: [], counted_back_to: null };
  }
  const { is_cut, begins_at, ...counts } = row;
  return {
    ...counts,
    found: await withReplaced(call, counts.found),
    counted_back_to: is_cut ? begins_at : null,
  };
}

/**
 * A filter by a key finds the requests of the keys that it has replaced, too. So a key that was just rotated has a number
 * before its first request.
 */
async function withReplaced(call: TeamVisit, found: Answer['found']): Promise<Answer['found']> {
  const ofKeys = found.filter(({ field }) => field === 'key_id');
  const counts = new Map(ofKeys.map(({ value, requests }) => [value, requests]));
  const chains = await findChains(call, [...counts.keys()]);
  const sums = chains.flatMap((chain) => {
    let requests = 0;
    return chain.slice(chain.findIndex((id) => counts.has(id))).map((value) => {
      requests += counts.get(value) ?? 0;
      return { field: 'key_id' as const, value, requests };
    });
  });
  const inChains = new Set(chains.flat());
  const others = found.filter(({ field, value }) => field !== 'key_id' || !inChains.has(value));
  return [...others, ...sums].toSorted((one, other) => other.requests - one.requests);
}

type Filter = WithKeys<RequestCountsInput>;

/** The fields among whose values a person can choose, and what a choice replaces in the filter. */
const chosenBy = {
  status: ['ending', 'status_class', 'status'],
  method: ['method'],
  route: ['route'],
  code: ['code'],
  key_id: ['key_ids'],
  reason: ['check', 'reason'],
  field: ['field'],
} as const satisfies Record<string, readonly (keyof Filter)[]>;
type Fits = Record<keyof typeof chosenBy, string>;

/** For each field: the condition that a line fits all of the filter but this field. */
function fittingOthers(filter: Filter, before: readonly unknown[]) {
  let params = before;
  const conditionOf = (own: readonly (keyof Filter)[]) => {
    const others = conditions([], params);
    addOfLines(others, { ...filter, ...Object.fromEntries(own.map((name) => [name, undefined])) });
    params = others.params;
    return others.where.join(' and ') || 'true';
  };
  const fits = Object.fromEntries(
    Object.entries(chosenBy).map(([field, own]) => [field, conditionOf(own)]),
  ) as Fits;
  return { fits, params };
}

type Places = Record<
  'among' | 'all' | 'limit' | 'zone' | 'from' | 'to' | 'now' | 'lengths',
  string
> & { fits: Fits };

/**
 * SQL for the beginning of the bar that contains a time, or of the bar after it. Days begin at midnight of
 * the zone.
 */
function barOf(time: string, zone: string, which: 'this' | 'next' = 'this'): string {
  const length = 'make_interval(secs => s.step)';
  const next = which === 'next' ? ` + ${length}` : '';
  return `case when s.step < ${LOCAL} then date_bin(${length}, ${time}, s.midnight)${next}
    else (date_bin(${length}, ${time} at time zone ${zone}, timestamp '2001-01-01')${next})
      at time zone ${zone} end`;
}

const countStatement = ({ among, all, fits, limit, zone, from, to, now, lengths }: Places) => `
  with newest as materialized (
    select r.created_at, r.request_id, r.method, r.route, r.status, r.code, r.why, r.key_id
    from request_log_line r where ${among}
    order by r.slot desc, r.created_at desc, r.request_id desc limit ${limit}
  ), extent as (
    select count(*) = ${limit} as is_cut,
      least(${to}, greatest(${now}, max(n.created_at) + interval '1 millisecond')) as until,
      case when count(*) = ${limit} or ${from} is null then min(n.created_at)
        else greatest(${from}, least(${now} - ${KEPT}, min(n.created_at))) end as since
    from newest n having min(n.created_at) is not null
  ), scale as (
    select e.*, date_trunc('day', e.since, ${zone}) as midnight, coalesce((
      select min(l) from unnest(${lengths}) l
      where l * ${MOST_BARS - 1} >= extract(epoch from e.until - e.since)), ${WEEK}) as step
    from extent e
  ), edge as (
    select s.*, b.bar as begins_at from scale s cross join lateral (
      select case when s.is_cut then ${barOf('s.since', zone, 'next')} else ${barOf('s.since', zone)} end as bar
    ) b
  ), counted as (
    select ${barOf('r.created_at', zone)} as bar,
      ${Object.entries(endings).map(([ending, is]) => `count(*) filter (where ${is}) as ${ending}`)}
    from newest r cross join edge s where r.created_at >= s.begins_at and ${all} group by 1
  ), sums as (
    select r.status, r.method, r.route, r.code, r.why, r.key_id, count(*) as n from newest r group by 1, 2, 3, 4, 5, 6
  ), found as (
    select * from (
      select v.field, v.value, ${sumOf('v.fits')} as requests, row_number() over (
        partition by v.field order by ${sumOf('v.fits')} desc, sum(r.n) desc, v.value) as place
      from sums r cross join lateral (values ('status', r.status / 100 || 'xx', ${fits.status}),
        ('status', r.status::text, ${fits.status}), ('method', r.method, ${fits.method}), ('route', r.route, ${fits.route}),
        ('code', r.code, ${fits.code}), ('key_id', r.key_id, ${fits.key_id}), ('field', ${firstField('r')}, ${fits.field})) v (field, value, fits)
      where v.value is not null group by v.field, v.value
    ) o where o.place <= ${MOST_OPTIONS}
  ), bars as (
    select t.at, ${barOf('t.at', zone, 'next')} as ends_at from edge s cross join lateral (
      select g as at from generate_series(s.begins_at, s.until, make_interval(secs => s.step)) g
      where s.step < ${LOCAL}
      union all
      select g at time zone ${zone} from generate_series(s.begins_at at time zone ${zone},
        s.until at time zone ${zone}, make_interval(secs => s.step)) g
      where s.step >= ${LOCAL}
    ) t where t.at < s.until
  )
  select coalesce((select json_agg(json_build_object('at', iso(b.at), 'ends_at', iso(b.ends_at),
      'ok', coalesce(c.ok, 0), 'rejected', coalesce(c.rejected, 0),
      'limited', coalesce(c.limited, 0), 'server', coalesce(c.server, 0)) order by b.at)
      from bars b left join counted c on c.bar = b.at), '[]') as bars,
    ${optionsOf('method', 'methods')}, ${optionsOf('route', 'routes')},
    coalesce((select json_agg(json_build_object('check', w.check, 'reason', w.reason, 'requests', w.requests)
      order by w.check, w.reason) from (select r.why->>'check' as check, r.why->>'reason' as reason,
        ${sumOf(fits.reason)} as requests from sums r where r.why is not null group by 1, 2
        limit ${MOST_OPTIONS}) w), '[]') as reasons,
    coalesce((select json_agg(json_build_object('field', f.field, 'value', f.value, 'requests', f.requests)
      order by f.field, f.place) from found f), '[]') as found,
    e.is_cut, iso(e.begins_at) as begins_at
  from (select) one left join edge e on true`;

/** How many lines fit, of sums over lines that are alike. */
function sumOf(fits: string): string {
  return `coalesce(sum(r.n) filter (where ${fits}), 0)`;
}

function optionsOf(field: string, name: string): string {
  return `coalesce((select json_agg(f.value order by f.value) from found f
    where f.field = '${field}'), '[]') as ${name}`;
}
