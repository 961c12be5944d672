import type { Span } from './app-analytics.schema.ts';
import { type Figures, oneSession, perDimension, sums, sumsOfSessions } from './figures.ts';
import { ceiling, floor } from './moments.ts';

/** A period, and the one with which it is compared. */
export type Spans = { period: Span; before?: Span | undefined };

/** The value of the parameter that `figuresIn` reads. */
export const endsOf = ({ period, before }: Spans) => [
  period.from,
  period.to,
  before?.from ?? null,
  before?.to ?? null,
];

const periods = (ends: string) => {
  const at = (n: number) => `(${ends}::timestamptz[])[${n}]`;
  return `period (is_before, from_at, to_at) as (
    values (false, ${at(1)}, ${at(2)}), (true, ${at(3)}, ${at(4)}))`;
};

/** Sums of sessions by period, week and member, from the sessions themselves. */
export const partOfSessions = (evaluation: string) => `part as (
  select p.is_before, ${floor('week', 't.created_at')} as week, t.member_id, ${sumsOfSessions}
  from period p join training t
    on t.tenant_id = $1 and t.created_at >= p.from_at and t.created_at < p.to_at ${evaluation}
  group by 1, 2, 3)`;

/**
 * The periods, cut into whole weeks, the days beside them, and what is left of a day at both ends. Sums of days are
 * kept for a while only: the sessions of older days, less than two weeks of them in a period, are read one by one.
 */
const cutIn = (isKeptByDay: (begin: string) => string) => {
  const days = (begin: string) => `case when ${isKeptByDay(begin)} then 'day' else 'session' end`;
  return `cut as materialized (
  select p.is_before, c.span, c.from_at, c.to_at
  from kept k cross join period p
  cross join lateral (select least(${ceiling('day', 'p.from_at')}, p.to_at) as days) a
  cross join lateral (select greatest(a.days,
    least(${ceiling('week', 'p.from_at')}, ${floor('day', 'p.to_at')})) as weeks) b
  cross join lateral (select greatest(b.weeks, ${floor('week', 'p.to_at')}) as last_days) d
  cross join lateral (select greatest(d.last_days, ${floor('day', 'p.to_at')}) as last_hours) e
  cross join lateral (values ('session', p.from_at, a.days), (${days('a.days')}, a.days, b.weeks),
    ('week', b.weeks, d.last_days), (${days('d.last_days')}, d.last_days, e.last_hours),
    ('session', e.last_hours, p.to_at)) c (span, from_at, to_at)
  where c.from_at < c.to_at)`;
};

type Kept = {
  session: string;
  evaluation: string;
  ofMembersWithoutChange: string;
  isKeptByDay: (begin: string) => string;
};

/** The same, from the kept sums. `kept`, `changed` and `fresh` are those of `figuresOfSums`. */
export const partOfSums = ({ session, evaluation, ofMembersWithoutChange, isKeptByDay }: Kept) =>
  `${cutIn(isKeptByDay)}, part as (
  select s.is_before, ${floor('week', 's.begins_at')} as week, s.member_id, ${sums}
  from (select c.is_before, o.* from cut c cross join lateral (select o.* from analytics_sum o
    where o.tenant_id = $1 and o.span = c.span
      and o.begins_at >= c.from_at and o.begins_at < c.to_at offset 0) o) s
  where ${ofMembersWithoutChange}
  union all
  select f.is_before, ${floor('week', 'f.created_at')}, f.member_id, ${oneSession}
  from (
    select c.is_before, ${session} from kept k cross join cut c
    join training t on t.tenant_id = $1 and c.span = 'session' and t.created_at >= c.from_at
      and t.created_at < c.to_at and t.created_at < k.until ${evaluation}) f
  where ${ofMembersWithoutChange.replaceAll('s.member_id', 'f.member_id')}
  union all
  select p.is_before, ${floor('week', 'f.created_at')}, f.member_id, ${oneSession}
  from period p join fresh f on f.created_at >= p.from_at and f.created_at < p.to_at)`;

/**
 * The figures of a period. `last_…` are those of the period, and `before_…` those of the one before, so that a
 * difference compares the two.
 */
export function figuresIn(
  ends: string,
  { tables, exist }: Pick<Figures, 'tables' | 'exist'>,
): Figures {
  const sum = (name: string, of = 'not r.is_before') => `sum(r.${name}) filter (where ${of})`;
  const memberSum = `member_sum as (
    select r.member_id, ${sum('sessions')} as sessions, ${sum('scored')} as scored,
      ${sum('with_total')} as with_total, ${sum('total')} as total,
      ${perDimension((name) => `${sum(name)} as ${name}`)},
      ${sum('total')} as last_total, ${sum('with_total')} as last_with_total,
      ${sum('total', 'r.is_before')} as before_total,
      ${sum('with_total', 'r.is_before')} as before_with_total,
      ${sum('sessions', 'r.is_before')} as before_sessions
    from part r group by r.member_id)`;
  return {
    tables: `${periods(ends)}, ${tables}, ${memberSum}, week_sum as (
      select s.week, s.member_id, ${sums} from part s where not s.is_before)`,
    weeks: `(select generate_series(${floor('week', 'p.from_at')}, p.to_at - interval '1 millisecond',
      interval '168 hours') from period p where not p.is_before)`,
    exist,
  };
}
