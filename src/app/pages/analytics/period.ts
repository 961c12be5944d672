import type { Span } from '../../../features/analytics/app-analytics.schema.ts';
import { DAY_MS } from '../../../shared/time/durations.ts';
import { LONGEST_PERIOD_DAYS } from '../../../shared/web/figures.ts';
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

/** A period, and the one with which it is compared. */
export type Periods = { period: Span; before: Span };

/**
 * A choice of calendar months, in the time zone of the team. A period that is not over lasts until the end of today, and
 * is compared with as many days of the one before, if it has so many.
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

/** Why two ends are no period. */
export type Fault = 'noBegin' | 'inFuture' | 'endsFirst' | 'tooLong';

/** A period of somebody's own, compared with the same length before it. Without an end, it lasts until the end of today. */
export function ownPeriods(since: string, until: string, endOfToday: number): Periods | Fault {
  const [from, end] = [Date.parse(since), Date.parse(until)];
  const isOpen = Number.isNaN(end);
  const to = isOpen ? endOfToday : end;
  const length = to - from;
  if (Number.isNaN(from)) return 'noBegin';
  if (length <= 0) return isOpen ? 'inFuture' : 'endsFirst';
  if (length > LONGEST_PERIOD_DAYS * DAY_MS) return 'tooLong';
  const span = (until: number) => ({
    from: new Date(until - length).toISOString(),
    to: new Date(until).toISOString(),
  });
  return { period: span(to), before: span(from) };
}
