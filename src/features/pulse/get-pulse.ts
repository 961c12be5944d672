import { mayRead } from '../../auth/require-right.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { DOCUMENT_LANGUAGE } from '../../shared/language/language.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time/durations.ts';
import { indexedConditions } from '../request-log/line-conditions.ts';
import { activeMember } from '../trainings/trainings.schema.ts';
import type { Pulse, PulseInput } from './pulse.schema.ts';

/** The most bars, and the lengths that a bar may have. Each length divides an hour. */
const MOST_BARS = 72;
const lengths = [1, 2, 5, 10, 20].map((minutes) => minutes * MINUTE_MS);
const LONGEST = 20 * MINUTE_MS;
/** No team is older. The day before a time in the year 1 would be one that PostgreSQL does not read. */
const EARLIEST = Date.UTC(2000, 0);

/** The most requests, deliveries and trainings that are counted, because a longer count would keep people waiting. */
const MOST_REQUESTS = 20_000;
const MOST_DELIVERIES = 4_000;
const MOST_TRAININGS = 4_000;
/** However many endpoints share the number above, each of them may give as many. */
const LEAST_OF_ENDPOINT = 20;

/** The time line of a team: bars of one length, side by side. */
type Line = { begin: Date; until: Date; stepMs: number; count: number };

/** What the bars of a lane count. `since` is set if the lane was too long, and begins there. */
type Row<N extends string> = { bar: number; since: string | null } & Record<N, number>;
type Lane<N extends string> = { bars: Record<N, number[]>; since: string | null };

/**
 * What has happened in the team, bar by bar, with the rights of the lists that have the single objects: requests,
 * events and deliveries for those who see the interfaces, trainings for the others. Deliveries count at the time of
 * their event, so that a bar, its list and the bars above it belong together: attempts may come hours later.
 */
export async function getPulse(call: TeamVisit, input: PulseInput): Promise<Pulse> {
  const { actor } = call;
  const line = await layOut(call, input);
  const bars = Array.from({ length: line.count }, (_, index) =>
    new Date(line.begin.getTime() + index * line.stepMs).toISOString(),
  );
  const shared = { bars, step_s: line.stepMs / 1000, until: line.until.toISOString() };
  if (mayRead(actor, 'see_request_log') && mayRead(actor, 'see_webhooks')) {
    const requests = await countRequests(call, line);
    const deliveries = await countDeliveries(call, line);
    const { events, ...outcomes } = deliveries.bars;
    return {
      ...shared,
      interfaces: { requests: requests.bars, events, deliveries: outcomes },
      trainings: null,
      counted_back_to: later(requests.since, deliveries.since),
    };
  }
  // As the list of trainings is refused.
  const trainings = actor.privacy.hasMemberDetail ? await countTrainings(call, line) : null;
  return {
    ...shared,
    interfaces: null,
    trainings: trainings?.bars ?? null,
    counted_back_to: trainings?.since ?? null,
  };
}

async function layOut({ db, prisma, now }: TeamVisit, input: PulseInput): Promise<Line> {
  const tenant = await prisma.tenant.findFirst({
    where: { id: db.tenantId },
    select: { time_zone: true },
  });
  const zone = tenant?.time_zone ?? 'UTC';
  const wanted = input.until ? Date.parse(input.until) : Infinity;
  const until = Math.max(EARLIEST, Math.min(wanted, now.getTime()));
  const since = input.since ? Date.parse(input.since) : until - DAY_MS;
  if (!input.since || since <= until - DAY_MS || since >= until) {
    const last = roundDown(until, LONGEST, zone);
    return lineOf(last - (MOST_BARS - 1) * LONGEST, until, LONGEST);
  }
  const stepMs = lengths.find((one) => one * (MOST_BARS - 1) >= until - since) ?? LONGEST;
  return lineOf(roundDown(since, stepMs, zone), until, stepMs);
}

function lineOf(begin: number, until: number, stepMs: number): Line {
  const count = Math.max(1, Math.ceil((until - begin) / stepMs));
  return { begin: new Date(begin), until: new Date(begin + count * stepMs), stepMs, count };
}

/** The beginning of the bar. Some zones differ from UTC by half an hour, and bars begin at round local times. */
function roundDown(ms: number, stepMs: number, timeZone: string): number {
  const local = new Intl.DateTimeFormat(DOCUMENT_LANGUAGE, { minute: 'numeric', timeZone }).format(
    ms,
  );
  const inHour = Number(local) * MINUTE_MS + (ms % MINUTE_MS);
  return ms - ((inHour % HOUR_MS) % stepMs);
}

const barOf = (time: string, begin: string, step: string) =>
  `floor(extract(epoch from ${time} - ${begin}::timestamptz) * 1000 / ${step}::bigint)::integer`;

const requestNames = ['ok', 'rejected', 'limited', 'server'] as const;

/** Reads the same lines as the list, the newest first. */
async function countRequests({ db, now }: TeamVisit, line: Line) {
  const span = { since: line.begin.toISOString(), until: line.until.toISOString() };
  const { where, params } = indexedConditions(span, { now });
  const [begin, step, most] = [2, 3, 4].map((n) => `$${params.length + n}`);
  const rows = await db.rows<Row<(typeof requestNames)[number]>>(
    `with newest as materialized (
       select r.created_at, r.status, r.code from request_log_line r
       where ${where.join(' and ')}
       order by r.slot desc, r.created_at desc, r.request_id desc limit ${most}::integer
     ), cut as (
       select case when count(*) = ${most} then min(n.created_at) end as since from newest n
     )
     select ${barOf('n.created_at', begin ?? '', step ?? '')} as bar, iso(max(c.since)) as since,
       count(*) filter (where n.code is null)::integer as ok,
       count(*) filter (where n.code <> 'rate_limited' and n.status / 100 <> 5)::integer as rejected,
       count(*) filter (where n.code = 'rate_limited')::integer as limited,
       count(*) filter (where n.code is not null and n.status / 100 = 5)::integer as server
     from newest n cross join cut c group by 1`,
    [...params, line.begin, line.stepMs, MOST_REQUESTS],
  );
  return laneOf(rows, requestNames, line);
}

const deliveryNames = ['events', 'ok', 'waiting', 'needs', 'failed', 'retries'] as const;

/**
 * Reads the newest deliveries of each endpoint along its index, and counts from where all endpoints were read. An event
 * is counted once, however many endpoints get it. A switched off or paused endpoint holds what is pending, as the badge
 * says.
 */
async function countDeliveries({ db }: TeamVisit, line: Line) {
  const rows = await db.rows<Row<(typeof deliveryNames)[number]>>(
    `with e as materialized (
       select e.id, e.status, greatest(${LEAST_OF_ENDPOINT}, $6::integer / count(*) over ()) as most
       from webhook_endpoint e where e.tenant_id = $1 and e.deleted_at is null
     ), seen as materialized (
       select d.*, e.status as endpoint_status, e.most from e cross join lateral (
         select d.id, d.endpoint_id, d.event_id, d.created_at from webhook_delivery d
         where d.tenant_id = $1 and d.endpoint_id = e.id
           and d.created_at >= $2::timestamptz and d.created_at < $3::timestamptz
         order by d.created_at desc, d.id desc limit e.most) d
     ), cut as (
       select max(x.since) as since from (
         select min(s.created_at) as since from seen s group by s.endpoint_id, s.most
         having count(*) = s.most) x
     )
     select ${barOf('n.created_at', '$4', '$5')} as bar, iso(max(c.since)) as since,
       count(distinct n.event_id)::integer as events,
       count(*) filter (where d.status = 'ok')::integer as ok,
       count(*) filter (where d.status = 'pending' and not w.needs)::integer as waiting,
       count(*) filter (where d.status = 'pending' and w.needs)::integer as needs,
       count(*) filter (where d.status = 'gave_up')::integer as failed,
       sum(greatest(d.attempt - 1, 0))::integer as retries
     from seen n cross join cut c cross join lateral (
       select s.status, s.attempt, s.urgent_at, s.next_try_at from webhook_delivery_state s
       where s.tenant_id = $1 and s.id = n.id limit 1) d
     cross join lateral (
       select d.attempt > 0 or coalesce(d.urgent_at,
         case when n.endpoint_status = 'active' then d.next_try_at end) is null as needs) w
     where n.created_at >= coalesce(c.since, n.created_at) group by 1`,
    [line.begin, line.until, line.begin, line.stepMs, MOST_DELIVERIES],
  );
  return laneOf(rows, deliveryNames, line);
}

const trainingNames = ['done', 'running', 'aborted'] as const;

/** Reads the same trainings as the list: those of active members. */
async function countTrainings({ db }: TeamVisit, line: Line) {
  const rows = await db.rows<Row<(typeof trainingNames)[number]>>(
    `with newest as materialized (
       select t.created_at, t.status from training t cross join ${activeMember}
       where t.tenant_id = $1 and t.created_at >= $2::timestamptz and t.created_at < $3::timestamptz
       order by t.created_at desc, t.id desc limit $6::integer
     ), cut as (
       select case when count(*) = $6 then min(n.created_at) end as since from newest n
     )
     select ${barOf('n.created_at', '$4', '$5')} as bar, iso(max(c.since)) as since,
       count(*) filter (where n.status in ('completed', 'scored'))::integer as done,
       count(*) filter (where n.status = 'in_progress')::integer as running,
       count(*) filter (where n.status = 'aborted')::integer as aborted
     from newest n cross join cut c group by 1`,
    [line.begin, line.until, line.begin, line.stepMs, MOST_TRAININGS],
  );
  return laneOf(rows, trainingNames, line);
}

/** The counts of each bar, those without anything too. */
function laneOf<N extends string>(
  rows: readonly Row<N>[],
  names: readonly N[],
  { count }: Line,
): Lane<N> {
  const byBar = new Map(rows.map((row) => [row.bar, row]));
  const bars = Object.fromEntries(
    names.map((name) => [
      name,
      Array.from({ length: count }, (_, bar) => byBar.get(bar)?.[name] ?? 0),
    ]),
  ) as Record<N, number[]>;
  return { bars, since: rows.find(({ since }) => since !== null)?.since ?? null };
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
