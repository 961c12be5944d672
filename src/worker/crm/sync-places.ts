import { SECOND_MS } from '../../shared/durations.ts';

/** Connections at once that make progress. Of these, so many may be such that take long. */
const ALL = 48;
const LONG = 32;
/** Connections beside them that wait for their provider. They cost hardly anything. */
const WAITING = 256;
/** After this without an answer, a connection counts as one that waits. */
const PATIENCE_MS = 5 * SECOND_MS;

type Place = { isLong: boolean; movedAt: number };

/**
 * How many connections a worker may work on. Those whose provider does not answer leave their place to
 * others, so that no team waits for the provider of another. Many first synchronizations leave places to the
 * short ones.
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
    this.#places.set(key, { isLong, movedAt: this.#now() });
  }

  /** The provider has answered. */
  move(key: string): void {
    const place = this.#places.get(key);
    if (place) place.movedAt = this.#now();
  }

  leave(key: string): void {
    this.#places.delete(key);
  }

  free(): { all: number; long: number } {
    const since = this.#now() - PATIENCE_MS;
    const waiting = [...this.#places.values()].filter(({ movedAt }) => movedAt < since);
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
