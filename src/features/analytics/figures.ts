import { scoreDimensions } from '../evaluations/score-dimensions.ts';

/**
 * Where the analytics get their figures from. `tables` are the named parts of a statement that make
 * - `member_sum`, a row for each member with sessions: `sessions`, `scored`, how many of these have a
 *   total (`with_total`) and the sum of these (`total`), the sum of each dimension, and both sums of
 *   totals in the last thirty days (`last_…`) and the thirty before (`before_…`);
 * - `week_sum`, the same sums by `week` and member for the last weeks, a week perhaps in several rows.
 * Removed members are among them. `exist` says whether the figures can be had in this way.
 */
export type Figures = { tables: string; exist: string };

export const perDimension = (text: (dimension: string) => string) =>
  scoreDimensions.map(text).join(', ');

/**
 * The scored sessions: those with the state `scored` and an evaluation, as the routes of evaluations
 * show (D131).
 */
export const withEvaluation =
  "left join evaluation e on e.tenant_id = $1 and e.training_id = t.id and t.status = 'scored'";

/**
 * The same, looked up for each session. For a few of many sessions: the planner takes an unknown period
 * for a third of all, and would read all evaluations.
 */
export const withLookedUpEvaluation = `left join lateral (
  select e.* from evaluation e
  where e.tenant_id = $1 and e.training_id = t.id and t.status = 'scored' limit 1) e on true`;

/** The sums of sessions `t` with their evaluations `e`. */
export const sumsOfSessions = `count(*) as sessions, count(e.training_id) as scored,
  count(e.total) as with_total, sum(e.total) as total,
  ${perDimension((name) => `sum(e.${name}) as ${name}`)}`;
