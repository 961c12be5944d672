import { DAY_MS } from '../../shared/time/durations.ts';
import { Random } from './random.ts';

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

export function atHour(day: Date, hour: number, minute: number): Date {
  const at = new Date(day);
  at.setUTCHours(hour, minute, 0, 0);
  return at;
}

export function isoDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** A moment of a working day about `days` days ago. Each call gives the same moment, so rows can refer to it. */
export function atWork(now: Date, days: number): Date {
  const weekend = [2, 0, 0, 0, 0, 0, 1][daysBefore(now, days).getUTCDay()] ?? 0;
  // Recent moments keep their exact day, because other rows count from it.
  const day = daysBefore(now, days < 30 ? days : days + weekend);
  return atHour(day, 7 + ((days * 7) % 8), (days * 37) % 60);
}

const holidays = '01-01 01-06 05-01 10-03 11-01 12-24 12-25 12-26 12-31'.split(' ');

/** How much people train on a day: 1 on a Tuesday in spring, less on weekends, in August and at Christmas. */
export function eagerness(day: Date): number {
  const date = isoDay(day).slice(5);
  if (holidays.includes(date)) return 0.02;
  const weekday = [0.05, 0.9, 1.15, 1.1, 1, 0.6, 0.06][day.getUTCDay()] ?? 1;
  if (date >= '12-20' || date <= '01-06') return weekday * 0.2;
  if (date >= '07-25' && date <= '08-25') return weekday * 0.45;
  return weekday;
}

/** `since` itself is not part of the period, `until` is. */
export type Period = { since: Date; until: Date };

export function isIn({ since, until }: Period, at: Date): boolean {
  return at > since && at <= until;
}

/** The beginnings of all days of UTC that overlap the period. */
export function daysIn({ since, until }: Period): Date[] {
  const first = Math.floor(since.getTime() / DAY_MS);
  const last = Math.floor(until.getTime() / DAY_MS);
  return Array.from({ length: last - first + 1 }, (_, n) => new Date((first + n) * DAY_MS));
}

const APART = 1_000;

/**
 * Random numbers that are the same whenever the same part of a day is planned. So each step plans the whole day, and
 * takes what has happened since the last step.
 */
export function randomOf(day: Date, part: number): Random {
  return new Random((day.getTime() / DAY_MS) * APART + part);
}
