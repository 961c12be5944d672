import type { RequestCall } from '../../operation/call.ts';
import { scoreDimensions } from '../evaluations/score-dimensions.ts';
import type { AnalyticsSeries, CountedInput } from './app-analytics.schema.ts';
import { averagesOf } from './few-members.ts';
import { perDimension } from './figures.ts';
import type { Spans } from './figures-in-period.ts';
import { findFigures } from './find-figures.ts';
import { type Counted, ofCounted } from './per-member.ts';
import { readCounted } from './read-counted.ts';

/** One year and the current week. */
const WEEKS = 53;

const { membersWith, nullIfFew } = averagesOf('$3');

const average = (members: string, sum: string, count: string) =>
  nullIfFew(members, `round(${sum}::numeric / nullif(${count}, 0), 1)`);

const seriesOf = (counted: Counted) =>
  findFigures<{ series: AnalyticsSeries }>(
    WEEKS,
    ({ tables, weeks, exist }) => `
  with ${tables}, series as (
    select (w.week at time zone 'UTC')::date as week, coalesce(s.sessions, 0) as sessions,
      coalesce(s.scored, 0) as scored, ${average('s.members_with_total', 's.total', 's.with_total')} as avg_score,
      json_build_object(${scoreDimensions
        .map((name) => `'${name}', ${average('s.members_scored', `s.${name}`, 's.scored')}`)
        .join(', ')}) as dimensions
    from ${weeks} w (week)
    left join (
      select w.week, sum(w.sessions) as sessions, sum(w.scored) as scored,
        sum(w.total) as total, sum(w.with_total) as with_total,
        ${membersWith('w.member_id', 'w.scored > 0')} as members_scored,
        ${membersWith('w.member_id', 'w.with_total > 0')} as members_with_total,
        ${perDimension((name) => `sum(w.${name}) as ${name}`)}
      from week_sum w
      ${ofCounted(counted)}
      group by w.week
    ) s on s.week = w.week
  )
  select (select coalesce(json_agg(s order by s.week), '[]') from series s) as series where ${exist}`,
  );
const readSeries = { active: seriesOf('active'), all: seriesOf('all') };

/**
 * The figures of the team by week. While member detail is off, a week of few members has no
 * averages.
 */
export function getAnalyticsSeries(
  { db, actor, now }: RequestCall,
  input: CountedInput,
): Promise<AnalyticsSeries> {
  const { privacy } = actor;
  const params = [now, privacy.leastMembers('analytics_series')];
  const read = async (counted: Counted, spans?: Spans) =>
    (await readSeries[counted](db, params, spans)).series;
  return readCounted(privacy, input, read, (all, active) =>
    all.map((week, index) => ({ ...week, ...averagesIn(active[index]) })),
  );
}

const averagesIn = (week: AnalyticsSeries[number] | undefined) =>
  week && { avg_score: week.avg_score, dimensions: week.dimensions };
