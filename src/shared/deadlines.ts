/**
 * Who has taken too long is told so. All have equally long and end in the order in which they came:
 * one timer is enough for all.
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

  /** False for one that has been told. */
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
        // Who was told may have set it as well.
        clearTimeout(this.#timer);
        this.#timer = setTimeout(this.#expire, Math.ceil(left));
        return;
      }
      this.delete(each);
      this.#tell(each);
    }
  };
}
