import type { RequestCall } from '../../operation/call.ts';
import type { CountedInput, TeamFigures } from './app-analytics.schema.ts';
import type { Spans } from './figures-in-period.ts';
import { findFigures } from './find-figures.ts';
import { teamColumns, teamTables } from './get-team-analytics.ts';
import { firstWeek } from './moments.ts';
import { type Counted, ofCounted } from './per-member.ts';
import { readCounted } from './read-counted.ts';

const WEEKS = 4;

const figuresOf = (counted: Counted) =>
  findFigures<TeamFigures>(
    WEEKS,
    ({ tables, exist }) => `
  with ${tables}, ${teamTables(counted)}
  select ${teamColumns},
    (select row_to_json(t) from (
      select count(distinct w.member_id) filter (where w.week >= ${firstWeek(1)}) as this_week,
        count(distinct w.member_id) filter (where w.week >= ${firstWeek(WEEKS)}) as four_weeks,
        (select count(*) from per_member p where p.is_active and p.sessions > 0) as in_period
      from week_sum w ${ofCounted('active')}) t) as trained,
    (select row_to_json(f) from (
      select count(*) as members, coalesce(sum(s.sessions), 0) as sessions,
        round(sum(s.total)::numeric / nullif(sum(s.with_total), 0), 1) as avg_score
      from member_sum s
      join member m on m.tenant_id = $1 and m.id = s.member_id and m.status <> 'active') f) as former
  where ${exist}`,
  );
const readFigures = { active: figuresOf('active'), all: figuresOf('all') };

/** The figures of the team for its admins. Who leaves the team does not change its past. */
export function getTeamFigures(
  { db, actor, now }: RequestCall,
  input: CountedInput,
): Promise<TeamFigures> {
  const { privacy } = actor;
  const params = [now, privacy.leastMembers('team_figures')];
  const read = async (counted: Counted, spans?: Spans) => {
    const figures = await readFigures[counted](db, params, spans);
    return privacy.shows('team_figures', 'former') ? figures : { ...figures, former: null };
  };
  return readCounted(privacy, input, read, (all, active) => ({
    ...active,
    totals: { ...all.totals, avg_score: active.totals.avg_score },
  }));
}
