import { type Figures, sumsOfSessions, withEvaluation } from './figures.ts';
import { beforeFrom, firstWeek, floor, lastFrom } from './moments.ts';

const last = `t.created_at >= ${lastFrom}`;
const before = `t.created_at < ${lastFrom} and t.created_at >= ${beforeFrom}`;

/**
 * The figures, computed from all sessions of the team. The sessions are grouped before the join
 * with members. So PostgreSQL reads both tables once, and does not look up each evaluation.
 */
export function figuresOfSessions(weeks: number): Figures {
  return {
    tables: `member_sum as (
      select t.member_id, ${sumsOfSessions},
        sum(e.total) filter (where ${last}) as last_total,
        count(e.total) filter (where ${last}) as last_with_total,
        sum(e.total) filter (where ${before}) as before_total,
        count(e.total) filter (where ${before}) as before_with_total
      from training t ${withEvaluation}
      where t.tenant_id = $1 group by t.member_id
    ), week_sum as (
      select ${floor('week', 't.created_at')} as week, t.member_id, ${sumsOfSessions}
      from training t ${withEvaluation}
      where t.tenant_id = $1 and t.created_at >= ${firstWeek(weeks)} group by 1, 2
    )`,
    exist: 'true',
  };
}
