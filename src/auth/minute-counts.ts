import type { Clock } from '../shared/time/clock.ts';
import { rateSubject, widerNetworks } from './ip-range.ts';
import { type AdmittedGroup, type RateState, REQUESTS_PER_KEY } from './rate-limits.ts';

const WINDOW_MS = 60_000;

export type MinuteCount = { subject: string; limit: number };

export type Charged = {
  /** True if one of the limits was reached before. Nothing is counted then. */
  isOver: boolean;
  /** The limit that will be reached first. */
  rate: RateState;
};

/**
 * Counts by the minute in the memory of this process, so that a refusal costs no query. All counts
 * of a minute end together, and leave no garbage behind.
 */
export class MinuteCounts {
  readonly #clock: Clock;
  #used = new Map<string, number>();
  #endsAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Charges all counts, or none if one of them has reached its limit. */
  charge(counts: readonly MinuteCount[]): Charged {
    const now = this.#clock.elapsedMs();
    if (now >= this.#endsAt) {
      this.#used = new Map();
      this.#endsAt = now + WINDOW_MS;
    }
    const resetSeconds = Math.max(1, Math.ceil((this.#endsAt - now) / 1000));
    const left = ({ subject, limit }: MinuteCount) => limit - (this.#used.get(subject) ?? 0);
    const nearest = counts.toSorted((a, b) => left(a) - left(b))[0];
    if (!nearest) throw new Error('Nothing is counted');
    const isOver = left(nearest) <= 0;
    if (!isOver) {
      for (const { subject } of counts) {
        this.#used.set(subject, (this.#used.get(subject) ?? 0) + 1);
      }
    }
    const { limit } = nearest;
    return { isOver, rate: { limit, remaining: Math.max(0, left(nearest)), resetSeconds } };
  }
}

/** The window of an address in the database. */
export const subjectOf = (ip: string | null): string => (ip === null ? 'unknown' : rateSubject(ip));

/**
 * The wider networks of an address whose request has no valid key. They are counted in memory only: this limit
 * bounds the work of this process, and protects no secret that somebody could guess.
 */
export function networksOf({ key_id }: AdmittedGroup, ip: string | null): MinuteCount[] {
  const networks = key_id !== null || ip === null ? [] : widerNetworks(ip);
  return networks.map(({ subject, times }) => ({ subject, limit: REQUESTS_PER_KEY * times }));
}

/** What the statement charges, for a process that counts alone. */
export function countsOf(row: AdmittedGroup, ip: string | null): MinuteCount[] {
  if (row.key_id === null) return [{ subject: subjectOf(ip), limit: row.outer_limit }];
  return [
    { subject: `key ${row.key_id}`, limit: REQUESTS_PER_KEY },
    { subject: `team ${row.tenant_id}`, limit: row.outer_limit },
  ];
}
