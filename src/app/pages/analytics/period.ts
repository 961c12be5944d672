import type { Span } from '../../../features/analytics/app-analytics.schema.ts';
import { DAY_MS } from '../../../shared/time/durations.ts';
import { momentOf, zonedText } from '../../text/zoned-input.ts';

/** How many months each choice has, and how many times as many ago it began beside the present one. */
const choices = {
  month: { months: 1, ago: 0 },
  'last-month': { months: 1, ago: 1 },
  quarter: { months: 3, ago: 0 },
  year: { months: 12, ago: 0 },
} as const;

export type Choice = keyof typeof choices;
export const offered = Object.keys(choices) as Choice[];

/** What the server counts at most (`LONGEST_DAYS`). */
const LONGEST_MS = 730 * DAY_MS;

/** A period, and the one with which it is compared. */
export type Periods = { period: Span; before: Span };

/**
 * A choice of calendar months, in the time zone of the team. A period that is not over lasts until the end of today, and
 * is compared with as many days of the one before.
 */
export function periodsOf(choice: Choice, now: number, timeZone: string): Periods {
  const { months, ago } = choices[choice];
  const [year = 0, month = 0, day = 0] = zonedText(now, timeZone).split(/\D/).map(Number);
  const begin = (inMonth: number, ofDay = 1) => {
    const name = new Date(Date.UTC(year, inMonth, ofDay)).toISOString().slice(0, 10);
    return momentOf(`${name}T00:00`, timeZone) ?? '';
  };
  const first = Math.floor((month - 1) / months) * months - ago * months;
  const [from, earlier] = [begin(first), begin(first - months)];
  const to = ago ? begin(first + months) : begin(month - 1, day + 1);
  const sameDay = new Date(Date.parse(earlier) + Date.parse(to) - Date.parse(from)).toISOString();
  const end = ago || sameDay > from ? from : sameDay;
  return { period: { from, to }, before: { from: earlier, to: end } };
}

/** A period of somebody's own, compared with the same length before it. Undefined if it is none. */
export function ownPeriods(since = '', until = '', now: number): Periods | undefined {
  const [from, to] = [Date.parse(since), until ? Date.parse(until) : now];
  const length = Math.min(to - from, LONGEST_MS);
  if (!(length > 0)) return undefined;
  const span = (end: number) => ({
    from: new Date(end - length).toISOString(),
    to: new Date(end).toISOString(),
  });
  return { period: span(to), before: span(to - length) };
}
