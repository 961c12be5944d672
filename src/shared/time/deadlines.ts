import { RenewedMap } from '../load/renewed-map.ts';

/**
 * Calls `onExpired` for each entry that is not deleted in time. All entries have the same time limit, so they
 * expire in the order in which they were added, and one timer is enough.
 */
export class Deadlines<Each> {
  readonly #ms: number;
  readonly #onExpired: (each: Each) => void;
  readonly #ends = new RenewedMap<Each, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, onExpired: (each: Each) => void) {
    this.#ms = ms;
    this.#onExpired = onExpired;
  }

  get size(): number {
    return this.#ends.size;
  }

  [Symbol.iterator](): Iterator<Each> {
    return this.#ends.keys();
  }

  add(each: Each): void {
    this.#ends.set(each, performance.now() + this.#ms);
    this.#timer ??= setTimeout(this.#expire, this.#ms);
  }

  /** Deletes the entry. False if its time had ended before. */
  delete(each: Each): boolean {
    const wasThere = this.#ends.delete(each);
    if (this.#ends.size === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    return wasThere;
  }

  #expire = (): void => {
    const expired = this.#expired();
    // The call for one entry may have deleted another entry.
    for (const each of expired) if (this.delete(each)) this.#onExpired(each);
    clearTimeout(this.#timer);
    const [next] = this.#ends.entries();
    const left = next && next[1] - performance.now();
    this.#timer =
      left === undefined ? undefined : setTimeout(this.#expire, Math.max(0, Math.ceil(left)));
  };

  #expired(): Each[] {
    const now = performance.now();
    const expired: Each[] = [];
    for (const [each, end] of this.#ends.entries()) {
      if (end > now) break;
      expired.push(each);
    }
    return expired;
  }
}
