import type { Clock } from '../shared/clock.ts';
import type { RateState } from './rate-limits.ts';

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
