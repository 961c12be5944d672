import type { InEach } from '../language/language.ts';
import { DAY_MS } from '../time/durations.ts';

/** The numbers that several places show: how each is computed, and its words. */

/** How the requests of one or more days ended. */
export type RequestSums = {
  ok: number;
  client_errors: number;
  refused: number;
  limited: number;
  server_errors: number;
};

/** The number of all requests, including refused ones. Days begin at midnight UTC. */
export function requestsOf(sums: RequestSums): number {
  return sums.ok + sums.client_errors + sums.refused + sums.limited + sums.server_errors;
}

/** The days until something ends. A day that has begun counts. */
export function daysLeft(until: Date, now: number): number {
  return Math.ceil((until.getTime() - now) / DAY_MS);
}

/**
 * The share of the attempts that succeeded. Null without an attempt. It is rounded down to a tenth of a
 * percent, so that "100 %" means that none has failed.
 */
export function successShare({ ok, failed }: { ok: number; failed: number }): number | null {
  const all = ok + failed;
  return all === 0 ? null : Math.floor((ok * 1_000) / all) / 1_000;
}

type Words = {
  /** The name of the share of attempts that succeeded. */
  successShare: string;
  /** For the time of most answers of an endpoint, with an explanation. */
  p95: string;
  p95Meant: string;
  requests: (count: string) => string;
  requestsMeant: string;
  daysLeft: (days: number) => string;
  score: string;
  /** For the average of a week. */
  ofLastWeek: string;
};

export const figureWords: InEach<Words> = {
  de: {
    successShare: 'Gelungene Versuche',
    p95: 'p95',
    p95Meant: '95 % der Antworten auf die letzten 100 Zustellungen kamen in dieser Zeit.',
    requests: (count) =>
      count === '1' ? 'Eine Anfrage in 30 Tagen' : `${count} Anfragen in 30 Tagen`,
    requestsMeant: 'Auch abgelehnte Anfragen zählen. Ein Tag beginnt um 0 Uhr UTC.',
    daysLeft: (days) => (days === 1 ? 'in 1 Tag' : `in ${days} Tagen`),
    score: 'Ø Ergebnis',
    ofLastWeek: 'von 100 in der letzten bewerteten Woche',
  },
  en: {
    successShare: 'Successful attempts',
    p95: 'p95',
    p95Meant: '95% of the responses to the last 100 deliveries came within this time.',
    requests: (count) =>
      count === '1' ? 'One request in 30 days' : `${count} requests in 30 days`,
    requestsMeant: 'Refused requests count too. A day begins at midnight UTC.',
    daysLeft: (days) => (days === 1 ? 'in 1 day' : `in ${days} days`),
    score: 'Avg. score',
    ofLastWeek: 'of 100 in the last week with scores',
  },
};

/** A dimension with fewer points, from 0 to 100, is a skill gap. */
export const GAP_BELOW = 60;

/** The longest period of the analytics: two years. A year is compared with the one before, and a chart shows each week. */
export const LONGEST_PERIOD_DAYS = 2 * 366;
