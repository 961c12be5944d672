import type { Usage } from '../../../features/request-log/request-log.schema.ts';
import { DAY_MS, WEEK_MS } from '../../../shared/time/durations.ts';
import { firstDay } from '../../../shared/time/kept-days.ts';
import { requestsOf } from '../../../shared/web/figures.ts';

export const ranges = ['7', '30', '90'] as const;
export type Range = (typeof ranges)[number];

type Day = Usage['days'][number];

/** The days of a range up to today, in UTC as the server counts them, oldest first. */
export function daysOf(range: Range, now: number): string[] {
  const count = Number(range);
  const first = firstDay(new Date(now), count).getTime();
  return Array.from({ length: count }, (_, index) => dayText(first + index * DAY_MS));
}

/** The first day of which the log still keeps all requests. */
export function firstKept(now: number): string {
  return daysOf('30', now)[0] ?? '';
}

export function dayAfter(day: string): string {
  return dayText(Date.parse(day) + DAY_MS);
}

/** The same number of days before these days, by whole weeks: a weekend is compared with a weekend. */
export function daysEarlier(days: readonly string[]): string[] {
  const weeks = Math.ceil(days.length / 7);
  return days.map((day) => dayText(Date.parse(day) - weeks * WEEK_MS));
}

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

/** How the requests of each day ended. A day without requests has zeros. */
export function endingsOf(days: readonly string[], { days: counted }: Pick<Usage, 'days'>) {
  const byDay = new Map(counted.map((day) => [day.day, day]));
  const values = (count: (day: Day) => number) =>
    days.map((day) => {
      const sums = byDay.get(day);
      return sums ? count(sums) : 0;
    });
  return {
    ok: values(({ ok }) => ok),
    rejected: values(({ client_errors, refused }) => client_errors + refused),
    limited: values(({ limited }) => limited),
    server: values(({ server_errors }) => server_errors),
  };
}

/** The number of requests on each of the days. */
export function totalsOf(days: readonly string[], { days: counted }: Pick<Usage, 'days'>) {
  const byDay = new Map(counted.map((day) => [day.day, requestsOf(day)]));
  return days.map((day) => byDay.get(day) ?? 0);
}

/** The requests of these days, and the share that was successful. */
export function compared(days: readonly string[], usage: Usage) {
  const total = totalsOf(days, usage).reduce((sum, one) => sum + one, 0);
  const ok = endingsOf(days, usage).ok.reduce((sum, one) => sum + one, 0);
  return { total, share: total === 0 ? null : ok / total };
}
