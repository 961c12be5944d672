import type { RequestCall } from '../../auth/call.ts';
import { JsonText } from '../../shared/json-text.ts';
import type { TeamAnalytics } from './analytics.schema.ts';

// D138. Hours, not days: the session's time zone must not stretch a day over a change of clocks.
const THIRTY_DAYS = `interval '720 hours'`;
const WEEKS = 12;
const GAP_BELOW = 60;
const GAPS = 3;
// D139: fewer could be told apart.
const MEMBERS_INVOLVED = 5;

const dimensions = [
  'closing',
  'conversation_control',
  'needs_analysis',
  'objection_handling',
  'value_argument',
] as const;

/**
 * What is counted of every active member, the owner included (D138). A session is scored when it
 * says so and has an evaluation; the routes of evaluations show the same ones (D131).
 */
const perMember = `
  select m.id, count(t.id) as sessions, count(e.training_id) as scored,
    avg(e.total) as average,
    avg(e.total) filter (where t.created_at >= $2::timestamptz - ${THIRTY_DAYS})
      - avg(e.total) filter (where t.created_at < $2::timestamptz - ${THIRTY_DAYS}
        and t.created_at >= $2::timestamptz - 2 * ${THIRTY_DAYS}) as delta,
    sum(e.total) as total, count(e.total) as totals,
    ${dimensions.map((name) => `sum(e.${name}) as ${name}`).join(', ')}
  from member m
  left join training t on t.tenant_id = $1 and t.member_id = m.id
  left join evaluation e on e.tenant_id = $1 and e.training_id = t.id and t.status = 'scored'
  where m.tenant_id = $1 and m.status = 'active'
  group by m.id`;

const averages = `
  select d.dimension, round(d.points / d.scored, 1) as value
  from (select ${dimensions.map((name) => `sum(p.${name}) as ${name}`).join(', ')},
    sum(p.scored) as scored from per_member p) s
  cross join lateral (values ${dimensions.map((name) => `('${name}', s.${name}, s.scored)`).join(', ')})
    d (dimension, points, scored)
  where d.scored > 0`;

/** A week begins on Monday at midnight UTC; the current one is the last. */
const weeks = `
  select w.start at time zone 'UTC' as start, (w.start + interval '7 days') at time zone 'UTC' as finish
  from generate_series(
    date_trunc('week', $2::timestamptz at time zone 'UTC') - interval '${WEEKS - 1} weeks',
    date_trunc('week', $2::timestamptz at time zone 'UTC'),
    interval '1 week') w (start)`;

const weeklyScore = `
  select round(avg(e.total)) from training t
  join member m on m.tenant_id = $1 and m.id = t.member_id and m.status = 'active'
  join evaluation e on e.tenant_id = $1 and e.training_id = t.id
  where t.tenant_id = $1 and t.status = 'scored'
    and t.created_at >= w.start and t.created_at < w.finish`;

const statement = `
  with per_member as (${perMember}), average as (${averages})
  select json_build_object(
    'totals', (select json_build_object('active_members', count(*), 'scored', coalesce(sum(p.scored), 0),
      'sessions', coalesce(sum(p.sessions), 0),
      'avg_score', round(sum(p.total) / nullif(sum(p.totals), 0), 1)) from per_member p),
    'dimensions', (select coalesce(json_agg(json_build_object('dimension', a.dimension, 'value', a.value)
      order by a.dimension), '[]') from average a),
    'skill_gaps', (select coalesce(json_agg(g.dimension order by g.value, g.dimension), '[]') from (
      select a.dimension, a.value from average a where a.value < ${GAP_BELOW}
      order by a.value, a.dimension limit ${GAPS}) g),
    'trend', (select json_agg(json_build_object('score', (${weeklyScore})) order by w.start)
      from (${weeks}) w),
    'members', (select coalesce(json_agg(json_build_object('sessions', p.sessions,
        'avg_score', round(p.average, 1), 'trend_delta', round(p.delta, 1))
        order by p.average desc nulls last, p.sessions desc, p.id), '[]') from per_member p
      where $3::boolean and ${MEMBERS_INVOLVED} <= (select count(*) from per_member i where i.scored > 0))
  )::text as json`;

/** The team in numbers; nobody can be told from them (D84, D139). */
export async function getTeamAnalytics(call: RequestCall): Promise<JsonText<TeamAnalytics>> {
  const { memberDetailEnabled, leaderboardEnabled } = call.actor.privacy;
  const listsMembers = memberDetailEnabled && leaderboardEnabled;
  const row = await call.db.row<{ json: string }>(statement, [call.now, listsMembers]);
  if (!row) throw new Error('The analytics were not computed');
  return new JsonText(row.json);
}
