import { showsField } from '../../auth/privacy.ts';
import type { RequestCall } from '../../operation/call.ts';
import { JsonText } from '../../shared/json-text.ts';
import { dimensions } from '../evaluations/dimensions.ts';
import type { TeamAnalytics } from './analytics.schema.ts';

// Hours instead of days, because a day of the session's time zone may have 23 or 25 hours (D138).
const THIRTY_DAYS = `interval '720 hours'`;
const WEEKS = 12;
const GAP_BELOW = 60;
const GAPS = 3;
// Fewer members could be recognised (D139).
const MEMBERS_INVOLVED = 5;

const lastPeriod = `t.created_at >= $2::timestamptz - ${THIRTY_DAYS}`;
const periodBefore = `t.created_at < $2::timestamptz - ${THIRTY_DAYS}
  and t.created_at >= $2::timestamptz - 2 * ${THIRTY_DAYS}`;

/**
 * The scored sessions: those with the state `scored` and an evaluation, as the routes of evaluations
 * show (D131). Grouped before the join with members, so that PostgreSQL reads both tables once and
 * does not look up each evaluation.
 */
const perMember = `
  select m.id, coalesce(s.sessions, 0) as sessions, coalesce(s.scored, 0) as scored,
    s.average, s.delta, s.total, s.totals, ${dimensions.map((name) => `s.${name}`).join(', ')}
  from member m left join (
    select t.member_id, count(*) as sessions, count(e.training_id) as scored,
      avg(e.total) as average, sum(e.total) as total, count(e.total) as totals,
      avg(e.total) filter (where ${lastPeriod}) - avg(e.total) filter (where ${periodBefore}) as delta,
      ${dimensions.map((name) => `sum(e.${name}) as ${name}`).join(', ')}
    from training t
    left join evaluation e on e.tenant_id = $1 and e.training_id = t.id and t.status = 'scored'
    where t.tenant_id = $1 group by t.member_id
  ) s on s.member_id = m.id
  where m.tenant_id = $1 and m.status = 'active'`;

const averages = `
  select d.dimension, round(d.points / d.scored, 1) as value
  from (select ${dimensions.map((name) => `sum(p.${name}) as ${name}`).join(', ')},
    sum(p.scored) as scored from per_member p) s
  cross join lateral (values ${dimensions.map((name) => `('${name}', s.${name}, s.scored)`).join(', ')})
    d (dimension, points, scored)
  where d.scored > 0`;

const weekOf = (time: string) => `date_trunc('week', ${time} at time zone 'UTC')`;
const firstWeek = `${weekOf('$2::timestamptz')} - interval '${WEEKS - 1} weeks'`;

/** A week begins on Monday at midnight UTC. The current week is the last. */
const trend = `
  select w.week, s.score
  from generate_series(${firstWeek}, ${weekOf('$2::timestamptz')}, interval '1 week') w (week)
  left join (
    select ${weekOf('t.created_at')} as week, round(avg(e.total)) as score
    from training t
    join evaluation e on e.tenant_id = $1 and e.training_id = t.id
    join member m on m.tenant_id = $1 and m.id = t.member_id
    where t.tenant_id = $1 and t.status = 'scored' and m.status = 'active'
      and t.created_at >= (${firstWeek}) at time zone 'UTC'
    group by 1
  ) s on s.week = w.week`;

// An average is cut after 16 digits, so that a difference of exactly a half may be too small by
// 1e-17. It is rounded to 10 digits first.
const statement = `
  with per_member as (${perMember}), average as (${averages})
  select row_to_json(r)::text as json from (select
    (select row_to_json(t) from (
      select count(*) as active_members, coalesce(sum(p.scored), 0) as scored,
        coalesce(sum(p.sessions), 0) as sessions,
        round(sum(p.total) / nullif(sum(p.totals), 0), 1) as avg_score
      from per_member p) t) as totals,
    (select coalesce(json_agg(a order by a.dimension), '[]') from average a) as dimensions,
    (select coalesce(json_agg(g.dimension order by g.value, g.dimension), '[]') from (
      select a.dimension, a.value from average a where a.value < ${GAP_BELOW}
      order by a.value, a.dimension limit ${GAPS}) g) as skill_gaps,
    (select json_agg((select row_to_json(s) from (select t.score) s) order by t.week)
      from (${trend}) t) as trend,
    (select coalesce(json_agg((select row_to_json(s) from (
        select p.sessions, round(p.average, 1) as avg_score,
          round(round(p.delta, 10), 1) as trend_delta) s)
        order by p.average desc nulls last, p.sessions desc, p.id), '[]') from per_member p
      where $3::boolean and ${MEMBERS_INVOLVED} <= (select count(*) from per_member i where i.scored > 0)
    ) as members
  ) r`;

/** The team in numbers, from which no person can be recognised (D84, D139). */
export async function getTeamAnalytics(call: RequestCall): Promise<JsonText<TeamAnalytics>> {
  const listsMembers = showsField(call.actor.privacy, 'analytics', 'members');
  const row = await call.db.row<{ json: string }>(statement, [call.now, listsMembers]);
  if (!row) throw new Error('The analytics were not computed');
  return new JsonText(row.json);
}
