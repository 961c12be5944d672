/** SQL for the moments at which periods of the analytics begin. `$2` is the present. */

export type Span = 'week' | 'day' | 'hour';

const length: Record<Span, string> = {
  week: `interval '168 hours'`,
  day: `interval '24 hours'`,
  hour: `interval '1 hour'`,
};

const now = '$2::timestamptz';
// 720 hours and not 30 days, because a day in the time zone of the connection may have 23 or 25
// hours (D138).
const thirtyDays = `interval '720 hours'`;

/** The last thirty days begin at the first of these moments, and the thirty days before at the second. */
export const lastFrom = `(${now} - ${thirtyDays})`;
export const beforeFrom = `(${now} - 2 * ${thirtyDays})`;

/** The first moment of the week, day or hour of a time. A week begins on Monday at midnight UTC. */
export const floor = (span: Span, time: string) => `date_trunc('${span}', ${time}, 'UTC')`;
/** The same moment, or the first one of the next week, day or hour. */
export const ceiling = (span: Span, time: string) =>
  floor(span, `${time} + ${length[span]} - interval '1 millisecond'`);

const thisWeek = floor('week', now);
/** The Monday of the first week, if the last `weeks` weeks are counted, the current one included. */
export const firstWeek = (weeks: number) => `${thisWeek} - ${weeks - 1} * ${length.week}`;
export const weeksSince = (weeks: number) =>
  `generate_series(${firstWeek(weeks)}, ${thisWeek}, ${length.week})`;
