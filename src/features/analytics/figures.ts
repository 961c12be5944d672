import { scoreDimensions } from '../evaluations/score-dimensions.ts';

/**
 * The figures of the analytics, computed in one of two ways, of all time or of a period. `tables` are the named parts of
 * a statement:
 * - `member_sum` has a row for each member with sessions: `sessions`, `scored`, how many of these have a total
 *   (`with_total`) and the sum of these (`total`), the sum of each dimension, and the totals that a change compares.
 *   `last_…` are those of the period and `before_…` those of the one before; of all time, those of the last thirty days
 *   and of the thirty before;
 * - `week_sum` has the same sums by `week` and member: for the weeks of the period, or the last ones. A week may have
 *   several rows.
 * Removed members are among the rows. `weeks` are the weeks of `week_sum`, also those without sessions. `exist` is SQL
 * that is true if the figures can be computed in this way.
 */
export type Figures = { tables: string; weeks: string; exist: string };

export const perDimension = (text: (dimension: string) => string) =>
  scoreDimensions.map(text).join(', ');

/**
 * The scored sessions: those with the state `scored` and an evaluation, as the routes of evaluations
 * show (D131).
 */
export const withEvaluation =
  "left join evaluation e on e.tenant_id = $1 and e.training_id = t.id and t.status = 'scored'";

/**
 * The same rows, but PostgreSQL looks up the evaluation of each session. This is for statements that read a
 * few of many sessions: the planner assumes that an unknown period has a third of all sessions, and would
 * read all evaluations.
 */
export const withLookedUpEvaluation = `left join lateral (
  select e.* from evaluation e
  where e.tenant_id = $1 and e.training_id = t.id and t.status = 'scored' limit 1) e on true`;

/** The sums of sessions `t` with their evaluations `e`. */
export const sumsOfSessions = `count(*) as sessions, count(e.training_id) as scored,
  count(e.total) as with_total, sum(e.total) as total,
  ${perDimension((name) => `sum(e.${name}) as ${name}`)}`;

/** The sums of a row `s` that has them. */
export const sums = `s.sessions, s.scored, s.with_total, s.total, ${perDimension((name) => `s.${name}`)}`;

/** The sums of a single session `f`. */
export const oneSession = `1 as sessions, (f.training_id is not null)::integer as scored,
  (f.total is not null)::integer as with_total, f.total, ${perDimension((name) => `f.${name}`)}`;
