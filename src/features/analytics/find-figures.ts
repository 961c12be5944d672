import type { TeamDb } from '../../db/team-db.ts';
import type { Figures } from './figures.ts';
import { figuresOfSessions } from './figures-of-sessions.ts';
import { figuresOfSums } from './figures-of-sums.ts';

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
