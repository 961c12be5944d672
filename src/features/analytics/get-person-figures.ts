import { FEWEST_MEMBERS } from '../../auth/privacy.ts';
import { isOneOf } from '../../auth/rights.ts';
import type { MemberCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { scoreDimensions } from '../evaluations/score-dimensions.ts';
import type { PersonFigures } from './app-analytics.schema.ts';
import { findFigures } from './find-figures.ts';
import { weeksSince } from './moments.ts';
import { ofCounted, ofDimension, perMember } from './per-member.ts';

/** Half a year. */
const WEEKS = 26;

/**
 * The median of the members' values, if the caller may see it. With an odd number of members it is the value of one of
 * them. So it is rounded to whole points, and null if fewer than five members contribute, whatever the switches are.
 */
const median = (value: string) => `case when $4::boolean and count(${value}) >= ${FEWEST_MEMBERS}
  then round((percentile_cont(0.5) within group (order by ${value}))::numeric) end`;

const readFigures = findFigures<{ figures: PersonFigures | null }>(
  WEEKS,
  ({ tables, exist }) => `
  with ${tables}, per_member as materialized (${perMember('active')}), per_week as materialized (
    select w.week, w.member_id, sum(w.sessions) as sessions,
      sum(w.total)::numeric / nullif(sum(w.with_total), 0) as average
    from week_sum w
    ${ofCounted('active')}
    group by w.week, w.member_id
  ), team_week as (
    select w.week, ${median('w.average')} as team_median from per_week w group by w.week
  ), team as (
    select ${median('p.average')} as total,
      ${scoreDimensions.map((name) => `${median(ofDimension(name))} as ${name}`).join(', ')}
    from per_member p
  )
  select (select row_to_json(f) from (
    select p.sessions, p.scored, round(p.average, 1) as avg_score, p.trend_delta,
      iso(l.created_at) as last_session_at, t.total as team_median,
      json_build_array(${scoreDimensions
        .map(
          (name) => `json_build_object('dimension', '${name}',
            'value', round(${ofDimension(name)}, 1), 'team_median', t.${name})`,
        )
        .join(', ')}) as dimensions,
      (select json_agg(json_build_object(
          'week', (w.week at time zone 'UTC')::date, 'sessions', coalesce(o.sessions, 0),
          'avg_score', round(o.average, 1), 'team_median', a.team_median) order by w.week)
        from ${weeksSince(WEEKS)} w (week)
        left join per_week o on o.week = w.week and o.member_id = $3
        left join team_week a on a.week = w.week) as weeks
    from per_member p cross join team t
    left join lateral (
      select s.created_at from training s where s.tenant_id = $1 and s.member_id = p.id
      order by s.created_at desc, s.id desc limit 1) l on true
    where p.id = $3
  ) f) as figures where ${exist}`,
);

/**
 * What an active member has done in half a year, beside the median of the team. This needs member detail, as the lists
 * of trainings do, and not the leaderboard: that switch is about figures of several people side by side.
 */
export async function getPersonFigures(
  { db, actor, now }: MemberCall,
  memberId: string,
): Promise<PersonFigures> {
  const { figures } = await readFigures(db, [now, memberId, isOneOf(actor, 'admin')]);
  if (!figures) throw new ApiError('not_found');
  return figures;
}
