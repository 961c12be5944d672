import type { TeamDb } from '../../db/team-db.ts';
import { type Figures, sumsOfSessions, withEvaluation, withLookedUpEvaluation } from './figures.ts';
import { endsOf, figuresIn, partOfSessions, type Spans } from './figures-in-period.ts';
import { figuresOfSums, figuresOfSumsIn } from './figures-of-sums.ts';
import { beforeFrom, firstWeek, floor, lastFrom, weeksSince } from './moments.ts';

/**
 * Answers a question about the figures of the last weeks or, if periods are given, of these, from the kept sums if there
 * are any, otherwise from all sessions.
 */
export function findFigures<Row>(
  weeks: number,
  statementFrom: (figures: Figures) => string,
): (db: TeamDb, params: readonly unknown[], spans?: Spans) => Promise<Row> {
  const ever = [figuresOfSums(weeks), figuresOfSessions(weeks)].map(statementFrom);
  /** By the parameter with the ends of the periods. */
  const within = new Map<string, readonly string[]>();
  const statementsIn = (ends: string) => {
    const made =
      within.get(ends) ??
      [
        figuresOfSumsIn(ends),
        // Not all statements read the present, but all have the parameter.
        figuresIn(ends, {
          tables: partOfSessions(withLookedUpEvaluation),
          exist: '$2::timestamptz is not null',
        }),
      ].map(statementFrom);
    within.set(ends, made);
    return made;
  };
  return async (db, params, spans) => {
    const [fromSums, fromSessions] = spans ? statementsIn(`$${params.length + 2}`) : ever;
    const values = spans ? [...params, endsOf(spans)] : [...params];
    // Only large teams have sums.
    const row =
      (await db.row<Row>(String(fromSums), values)) ??
      (await db.row<Row>(String(fromSessions), values));
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
        count(e.total) filter (where ${before}) as before_with_total,
        null::bigint as before_sessions
      from training t ${withEvaluation}
      where t.tenant_id = $1 group by t.member_id
    ), week_sum as (
      select ${floor('week', 't.created_at')} as week, t.member_id, ${sumsOfSessions}
      from training t ${withEvaluation}
      where t.tenant_id = $1 and t.created_at >= ${firstWeek(weeks)} group by 1, 2
    )`,
    weeks: weeksSince(weeks),
    exist: 'true',
  };
}
