/** What one connection keeps prepared at most. */
const MOST_NAMES = 200;
const MOST_SEEN_ONCE = 1_000;

/**
 * Names for statements that come again; the name makes PostgreSQL keep the plan. Each shape of
 * arguments is another text, and whoever calls may bring any number of shapes: the others are
 * planned as they come.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new Set<string>();

  /** Empty for a statement without a name. */
  of(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === MOST_NAMES) return known ?? '';
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size === MOST_SEEN_ONCE) this.#seenOnce.clear();
      this.#seenOnce.add(text);
      return '';
    }
    const name = `prisma_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
