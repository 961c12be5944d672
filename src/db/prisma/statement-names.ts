/** How many statements one connection keeps prepared. */
const MAX_NAMES = 200;
const MAX_SEEN_ONCE = 1_000;

/**
 * Names repeated statements, because PostgreSQL keeps the plan of a statement with a name. Each
 * shape of arguments is another text, and callers may use any number of shapes. Statements above
 * the limit get no name.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new Set<string>();

  /** The name of a statement. Empty if it gets no name. */
  of(text: string): string {
    const cached = this.#names.get(text);
    if (cached !== undefined || this.#names.size === MAX_NAMES) return cached ?? '';
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size === MAX_SEEN_ONCE) this.#seenOnce.clear();
      this.#seenOnce.add(text);
      return '';
    }
    const name = `prisma_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
