/** A page of a list. */
export type PageOf<T> = { data: T[]; next_cursor?: string | null };

/**
 * A list that is read when it is used.
 *
 * - `for await (const item of list)` gives all items, page after page.
 * - `for await (const page of list.pages())` gives the pages.
 * - `await list` gives the first page alone, with its `next_cursor`.
 */
export class List<T, P extends PageOf<T> = PageOf<T>> implements AsyncIterable<T>, Promise<P> {
  /** With this name, a list fits wherever TypeScript wants a `Promise`. */
  readonly [Symbol.toStringTag] = 'List';
  readonly #read: (cursor: string | undefined) => Promise<P>;
  #first: Promise<P> | undefined;

  constructor(read: (cursor: string | undefined) => Promise<P>) {
    this.#read = read;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** All pages, one after the other. If you want to go on later, keep the `next_cursor` of a page. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#read(cursor);
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` gives the first page.
  get then(): Promise<P>['then'] {
    // The first page is read by a call, because code may look for `then` only to see a promise.
    return (done, failed) => {
      this.#first ??= this.#read(undefined);
      return this.#first.then(done, failed);
    };
  }

  get catch(): Promise<P>['catch'] {
    return (failed) => this.then(undefined, failed);
  }

  get finally(): Promise<P>['finally'] {
    return (ended) => this.then().finally(ended);
  }
}
