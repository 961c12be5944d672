import { RenewedMap } from '../load/renewed-map.ts';

/** Calls `onExpired` for each entry that is not deleted in time. */
export class Deadlines<Each> {
  readonly #ms: number;
  readonly #onExpired: (each: Each) => void;
  readonly #timers = new RenewedMap<Each, NodeJS.Timeout>();

  constructor(ms: number, onExpired: (each: Each) => void) {
    this.#ms = ms;
    this.#onExpired = onExpired;
  }

  get size(): number {
    return this.#timers.size;
  }

  [Symbol.iterator](): Iterator<Each> {
    return this.#timers.keys();
  }

  add(each: Each): void {
    const expire = () => {
      if (this.delete(each)) this.#onExpired(each);
    };
    this.#timers.set(each, setTimeout(expire, this.#ms));
  }

  /** Deletes the entry. False if its time had ended before. */
  delete(each: Each): boolean {
    clearTimeout(this.#timers.get(each));
    return this.#timers.delete(each);
  }
}
