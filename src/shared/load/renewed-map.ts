const RENEWED_AFTER = 1_000;

/**
 * A map for entries that stay only for a short time. A `Map` would keep their garbage until the
 * next full collection: each table that it has outgrown refers to the next one
 * (docs/performance.md). So this map moves its entries into a new `Map` now and then.
 */
export class RenewedMap<Key, Value> {
  #entries = new Map<Key, Value>();
  #deleted = 0;

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value);
  }

  /** Deletes an entry. False if there was none. */
  delete(key: Key): boolean {
    if (!this.#entries.delete(key)) return false;
    this.#deleted += 1;
    if (this.#deleted >= Math.max(RENEWED_AFTER, this.#entries.size)) {
      this.#entries = new Map(this.#entries);
      this.#deleted = 0;
    }
    return true;
  }

  entries(): MapIterator<[Key, Value]> {
    return this.#entries.entries();
  }

  keys(): MapIterator<Key> {
    return this.#entries.keys();
  }
}
