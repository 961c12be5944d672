import type { Usage } from '../../../features/request-log/request-log.schema.ts';
import { DAY_MS } from '../../../shared/durations.ts';

export const ranges = ['7', '30', '90'] as const;
export type Range = (typeof ranges)[number];

type Day = Usage['days'][number];

/** The days of a range up to today, in UTC as the server counts them, oldest first. */
export function daysOf(range: Range, now: number): string[] {
  const today = Math.floor(now / DAY_MS);
  const count = Number(range);
  return Array.from({ length: count }, (_, at) => dayText((today - count + 1 + at) * DAY_MS));
}

/** The first day of which the log still has all requests. */
export function firstKept(now: number): string {
  return daysOf('30', now)[0] ?? '';
}

export function dayAfter(day: string): string {
  return dayText(Date.parse(day) + DAY_MS);
}

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

/** How the requests of each day ended; a day without requests has zeros. */
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
