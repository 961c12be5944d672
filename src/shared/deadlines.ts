/**
 * Calls `tell` for each entry that is not deleted in time. All entries have the same time limit, so
 * they end in the order in which they were added, and one timer is enough.
 */
export class Deadlines<Each> {
  readonly #ms: number;
  readonly #tell: (each: Each) => void;
  readonly #ends = new Map<Each, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, tell: (each: Each) => void) {
    this.#ms = ms;
    this.#tell = tell;
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

  /** False if the entry's time had ended before. */
  delete(each: Each): boolean {
    const wasThere = this.#ends.delete(each);
    if (this.#ends.size === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    return wasThere;
  }

  #expire = (): void => {
    for (const [each, end] of this.#ends) {
      const left = end - performance.now();
      if (left > 0) {
        // `tell` may have added an entry, and so have set the timer.
        clearTimeout(this.#timer);
        this.#timer = setTimeout(this.#expire, Math.ceil(left));
        return;
      }
      this.delete(each);
      this.#tell(each);
    }
  };
}
