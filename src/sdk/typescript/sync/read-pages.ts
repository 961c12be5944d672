import { TeamApiError } from '../core/errors.ts';
import type { PageOf } from '../core/list.ts';
import type { CallOptions } from '../core/options.ts';

type Query = { limit: number; cursor: string | undefined };
type ChangesQuery = Query & { updated_since: string | undefined; include: 'evaluation' };

/** What a copy reads in a training itself. */
export type Listed = { id: string; status: string };

/** The methods of a client that a copy needs. */
export type Source<T extends Listed, E> = {
  serverTime(options: CallOptions): Promise<Date>;
  evaluations: {
    list(
      query: ChangesQuery,
      options: CallOptions,
    ): PromiseLike<PageOf<T & { evaluation?: E | undefined }>>;
  };
  trainings: { list(query: Query, options: CallOptions): PromiseLike<PageOf<T>> };
  erasures: {
    list(query: { limit: number }, options: CallOptions): PromiseLike<PageOf<{ id: string }>>;
  };
};

/** The rows of a page, in the form of the copy. */
export type ReadPage<T, E> = { trainings: T[]; evaluations: E[]; cursor: string | undefined };

/** Reads the pages of the two lists. */
export class PageReader<T extends Listed, E> {
  readonly #source: Source<T, E>;
  readonly #limit: number;
  readonly #options: CallOptions;

  constructor(source: Source<T, E>, limit: number, options: CallOptions) {
    this.#source = source;
    this.#limit = limit;
    this.#options = options;
  }

  time(): Promise<Date> {
    return this.#source.serverTime(this.#options);
  }

  /** The id of the newest erasure. Undefined if nobody was erased in the last year. */
  async newestErasure(): Promise<string | undefined> {
    const { data } = await this.#source.erasures.list({ limit: 1 }, this.#options);
    return data[0]?.id;
  }

  async trainings(cursor: string | undefined): Promise<ReadPage<T, E>> {
    const page = await this.#source.trainings.list({ limit: this.#limit, cursor }, this.#options);
    return { trainings: page.data, evaluations: [], cursor: page.next_cursor ?? undefined };
  }

  async changes(since: string | undefined, cursor: string | undefined): Promise<ReadPage<T, E>> {
    const page = await this.#source.evaluations.list(
      { limit: this.#limit, cursor, updated_since: since, include: 'evaluation' },
      this.#options,
    );
    const read: ReadPage<T, E> = {
      trainings: [],
      evaluations: [],
      cursor: page.next_cursor ?? undefined,
    };
    for (const { evaluation, ...training } of page.data) {
      // Without the evaluation, the copy would lack it for ever.
      if (evaluation === undefined) throw new TypeError(`${training.id} came without evaluation`);
      read.trainings.push(training as unknown as T);
      read.evaluations.push(evaluation);
    }
    return read;
  }
}

export function refusesCursor(error: unknown): boolean {
  if (!(error instanceof TeamApiError)) return false;
  return error.errors.some(({ in: place, pointer }) => {
    return place === 'query' && pointer.replace(/^\//, '') === 'cursor';
  });
}
