import { isRecent } from './add-up-sessions.ts';
import { type Figures, oneSession, perDimension, sums, withLookedUpEvaluation } from './figures.ts';
import { figuresIn, partOfSums } from './figures-in-period.ts';
import { beforeFrom, ceiling, firstWeek, floor, lastFrom, weeksSince } from './moments.ts';

/**
 * The kept sums contain all sessions that began before `until`. If the clock was set back, they are
 * of no use.
 */
const kept = `kept as materialized (
  select s.kept_until as until from analytics_state s
  where s.tenant_id = $1 and s.kept_until <= $2::timestamptz)`;

/** Members with a change that their sums do not contain yet. */
const changed = `changed as materialized (
  select distinct c.member_id from kept k
  join analytics_change c on c.tenant_id = $1 and c.at < k.until)`;

const session = `t.member_id, t.created_at, e.training_id, e.total, ${perDimension((name) => `e.${name}`)}`;

/** The sessions that the sums do not contain: the newest ones, and all sessions of members with a change. */
const fresh = `fresh as materialized (
  select ${session} from kept k
  join training t on t.tenant_id = $1 and t.created_at >= k.until ${withLookedUpEvaluation}
  union all
  select ${session} from kept k cross join changed c
  join training t on t.tenant_id = $1 and t.member_id = c.member_id and t.created_at < k.until
  ${withLookedUpEvaluation})`;

/** The two periods of thirty days, cut into as few weeks, days and hours as possible. */
const piece = `piece (span, from_at, to_at, is_last) as (values
  ('hour', ${ceiling('hour', beforeFrom)}, ${ceiling('day', beforeFrom)}, false),
  ('day', ${ceiling('day', beforeFrom)}, ${ceiling('week', beforeFrom)}, false),
  ('week', ${ceiling('week', beforeFrom)}, ${floor('week', lastFrom)}, false),
  ('day', ${floor('week', lastFrom)}, ${floor('day', lastFrom)}, false),
  ('hour', ${floor('day', lastFrom)}, ${floor('hour', lastFrom)}, false),
  ('hour', ${ceiling('hour', lastFrom)}, ${ceiling('day', lastFrom)}, true),
  ('day', ${ceiling('day', lastFrom)}, ${ceiling('week', lastFrom)}, true),
  ('week', ${ceiling('week', lastFrom)}, 'infinity', true))`;

/** The hours in which the periods begin. The sessions of these hours are read one by one. */
const edge = `edge (from_at, to_at) as (values
  (${beforeFrom}, ${ceiling('hour', beforeFrom)}),
  (${floor('hour', lastFrom)}, ${ceiling('hour', lastFrom)}))`;

const ofMembersWithoutChange = 'not exists (select from changed c where c.member_id = s.member_id)';

// With "offset 0", PostgreSQL looks up each piece and does not read all sums.
const recent = `recent as (
  select s.member_id, p.is_last, s.total, s.with_total
  from kept k cross join piece p
  cross join lateral (select o.member_id, o.total, o.with_total from analytics_sum o
    where o.tenant_id = $1 and o.span = p.span
      and o.begins_at >= p.from_at and o.begins_at < p.to_at offset 0) s
  where ${ofMembersWithoutChange}
  union all
  select s.member_id, s.created_at >= ${lastFrom}, s.total, 1
  from (select ${session} from kept k cross join edge h
    join training t on t.tenant_id = $1 and t.created_at >= h.from_at and t.created_at < h.to_at
      and t.created_at < k.until ${withLookedUpEvaluation}) s
  where s.total is not null and ${ofMembersWithoutChange}
  union all
  select f.member_id, f.created_at >= ${lastFrom}, f.total, 1
  from fresh f where f.created_at >= ${beforeFrom} and f.total is not null)`;

const ever = `ever as (
  select s.member_id, ${sums} from kept k
  join analytics_sum s on s.tenant_id = $1 and s.span = 'all' where ${ofMembersWithoutChange}
  union all
  select f.member_id, ${oneSession} from fresh f)`;

const memberSum = `member_sum as (
  select s.*, r.last_total, r.last_with_total, r.before_total, r.before_with_total,
    null::bigint as before_sessions
  from (
    select v.member_id, sum(v.sessions) as sessions, sum(v.scored) as scored,
      sum(v.with_total) as with_total, sum(v.total) as total,
      ${perDimension((name) => `sum(v.${name}) as ${name}`)}
    from ever v group by v.member_id
  ) s left join (
    select r.member_id, sum(r.total) filter (where r.is_last) as last_total,
      sum(r.with_total) filter (where r.is_last) as last_with_total,
      sum(r.total) filter (where not r.is_last) as before_total,
      sum(r.with_total) filter (where not r.is_last) as before_with_total
    from recent r group by r.member_id
  ) r on r.member_id = s.member_id)`;

const weekSum = (weeks: number) => `week_sum as (
  select s.begins_at as week, s.member_id, ${sums} from kept k
  join analytics_sum s on s.tenant_id = $1 and s.span = 'week' and s.begins_at >= ${firstWeek(weeks)}
  where ${ofMembersWithoutChange}
  union all
  select ${floor('week', 'f.created_at')}, f.member_id, ${oneSession}
  from fresh f where f.created_at >= ${firstWeek(weeks)})`;

/**
 * The figures of a large team, read from the sums that a worker keeps. The statement reads single
 * sessions only if the sums do not contain them, or if a period begins within their hour.
 */
export function figuresOfSums(weeks: number): Figures {
  const tables = [kept, changed, fresh, piece, edge, recent, ever, memberSum, weekSum(weeks)];
  return { tables: tables.join(', '), weeks: weeksSince(weeks), exist };
}

const exist = 'exists (select from kept)';

/** The same for the periods that the parameter has. */
export function figuresOfSumsIn(ends: string): Figures {
  const part = partOfSums({
    session,
    evaluation: withLookedUpEvaluation,
    ofMembersWithoutChange,
    isKeptByDay: (begin) => isRecent(begin, 'k.until'),
  });
  return figuresIn(ends, { tables: [kept, changed, fresh, part].join(', '), exist });
}
