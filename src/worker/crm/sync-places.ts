import { SECOND_MS } from '../../shared/time/durations.ts';

/**
 * How many connections may make progress at once, and how many of these may be connections that take long.
 */
const ALL = 48;
const LONG = 32;
/** How many further connections may wait for their provider. They cost hardly anything. */
const WAITING = 256;
/** After this time without an answer, a connection counts as waiting. */
const PATIENCE_MS = 5 * SECOND_MS;

type Place = { isLong: boolean; answeredAt: number };

/**
 * Limits how many connections a worker works on. A connection whose provider does not answer leaves its place
 * to others, so that no team waits for the provider of another team. First synchronizations take long, so they
 * never take all places.
 */
export class SyncPlaces {
  readonly #places = new Map<string, Place>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get size(): number {
    return this.#places.size;
  }

  take(key: string, isLong: boolean): void {
    this.#places.set(key, { isLong, answeredAt: this.#now() });
  }

  /** Notes that the provider has answered. */
  noteAnswer(key: string): void {
    const place = this.#places.get(key);
    if (place) place.answeredAt = this.#now();
  }

  leave(key: string): void {
    this.#places.delete(key);
  }

  free(): { all: number; long: number } {
    const since = this.#now() - PATIENCE_MS;
    const waiting = [...this.#places.values()].filter(({ answeredAt }) => answeredAt < since);
    const aside = new Set(waiting.slice(0, WAITING));
    let all = ALL;
    let long = LONG;
    for (const place of this.#places.values()) {
      if (aside.has(place)) continue;
      all -= 1;
      if (place.isLong) long -= 1;
    }
    return { all: Math.max(0, all), long: Math.max(0, Math.min(all, long)) };
  }
}
