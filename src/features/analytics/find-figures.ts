import type { TeamDb } from '../../db/team-db.ts';
import { type Figures, sumsOfSessions, withEvaluation } from './figures.ts';
import { figuresOfSums } from './figures-of-sums.ts';
import { beforeFrom, firstWeek, floor, lastFrom } from './moments.ts';

/**
 * Answers a question about the figures of the last weeks, from the kept sums if there are any,
 * otherwise from all sessions.
 */
export function findFigures<Row>(
  weeks: number,
  statementFrom: (figures: Figures) => string,
): (db: TeamDb, params: unknown[]) => Promise<Row> {
  const [fromSums, fromSessions] = [figuresOfSums(weeks), figuresOfSessions(weeks)].map(
    statementFrom,
  );
  return async (db, params) => {
    // Only large teams have sums.
    const row =
      (await db.row<Row>(String(fromSums), params)) ??
      (await db.row<Row>(String(fromSessions), params));
    if (!row) throw new Error('The analytics were not computed');
    return row;
  };
}

const last = `t.created_at >= ${lastFrom}`;
const before = `t.created_at < ${lastFrom} and t.created_at >= ${beforeFrom}`;

/**
 * The figures, computed from all sessions of the team. The sessions are grouped before the join
 * with members. So PostgreSQL reads both tables once, and does not look up each evaluation.
 */
function figuresOfSessions(weeks: number): Figures {
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
