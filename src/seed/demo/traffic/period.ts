import { DAY_MS } from '../../../shared/durations.ts';
import { Random } from '../random.ts';

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
