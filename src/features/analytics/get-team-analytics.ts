import { FEWEST_MEMBERS } from '../../auth/privacy.ts';
import type { RequestCall } from '../../operation/call.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import type { TeamAnalytics } from './analytics.schema.ts';
import { averagesOf } from './few-members.ts';
import { type Figures, perDimension } from './figures.ts';
import { findFigures } from './find-figures.ts';
import { gapsAmong } from './gaps.ts';
import { weeksSince } from './moments.ts';
import { type Counted, ofCounted, perMember } from './per-member.ts';

const WEEKS = 12;
const GAPS = 3;

const { membersWith, nullIfFew } = averagesOf('$3');

const averages = `
  select d.dimension, ${nullIfFew('d.members', 'round(d.points / d.scored, 1)')} as value
  from (select ${perDimension((name) => `sum(p.${name})::numeric as ${name}`)},
    sum(p.scored) as scored, count(*) filter (where p.scored > 0) as members
    from per_member p) s
  cross join lateral (values ${perDimension((name) => `('${name}', s.${name}, s.scored, s.members)`)})
    d (dimension, points, scored, members)
  where d.scored > 0`;

/** The current week is the last. */
const trend = `
  select w.week, s.score
  from ${weeksSince(WEEKS)} w (week)
  left join (
    select w.week, ${nullIfFew(
      membersWith('w.member_id', 'w.with_total > 0'),
      'round(sum(w.total)::numeric / nullif(sum(w.with_total), 0))',
    )} as score
    from week_sum w
    ${ofCounted('active')}
    group by 1
  ) s on s.week = w.week`;

/** The tables from which `teamColumns` reads. `$3` is the fewest members of an average. */
export const teamTables = (counted: Counted) =>
  `per_member as (${perMember(counted)}), average as (${averages})`;

export const teamColumns = `
    (select row_to_json(t) from (
      select count(*) filter (where p.is_active) as active_members,
        coalesce(sum(p.scored), 0) as scored,
        coalesce(sum(p.sessions), 0) as sessions,
        ${nullIfFew(
          'count(*) filter (where p.with_total > 0)',
          'round(sum(p.total)::numeric / nullif(sum(p.with_total), 0), 1)',
        )} as avg_score
      from per_member p) t) as totals,
    (select coalesce(json_agg(a order by a.dimension), '[]') from average a) as dimensions,
    (select coalesce(json_agg(g.dimension order by g.value, g.dimension), '[]')
      from (${gapsAmong('average', GAPS)}) g) as skill_gaps`;

const analyticsFrom = ({ tables, exist }: Figures) => `
  with ${tables}, ${teamTables('active')}
  select row_to_json(r)::text as json from (select ${teamColumns},
    (select json_agg((select row_to_json(s) from (select t.score) s) order by t.week)
      from (${trend}) t) as trend,
    (select coalesce(json_agg((select row_to_json(s) from (
        select p.sessions, round(p.average, 1) as avg_score, p.trend_delta) s)
        order by p.average desc nulls last, p.sessions desc, p.id), '[]') from per_member p
      where $4::boolean and ${FEWEST_MEMBERS} <= (select count(*) from per_member i where i.scored > 0)
    ) as members
  where ${exist}) r`;

const readAnalytics = findFigures<{ json: string }>(WEEKS, analyticsFrom);

/** The figures of the team. No person can be recognised in them (D84, D139). */
export async function getTeamAnalytics({
  db,
  actor,
  now,
}: RequestCall): Promise<JsonText<TeamAnalytics>> {
  const { privacy } = actor;
  const listsMembers = privacy.shows('analytics', 'members');
  const { json } = await readAnalytics(db, [now, privacy.leastMembers('analytics'), listsMembers]);
  return new JsonText(json);
}
