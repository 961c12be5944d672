import { TeamApiError } from '../core/errors.ts';
import type { PageOf } from '../core/list.ts';
import type { CallOptions } from '../core/options.ts';

type Query = {
  limit: number;
  cursor: string | undefined;
  updated_since?: string | undefined;
  include?: 'evaluation';
};

/** What a copy asks of the client of a team. */
export type Source<T extends { id: string }, E> = {
  serverTime(options: CallOptions): Promise<Date>;
  evaluations: {
    list(query: Query, options: CallOptions): PromiseLike<PageOf<T & { evaluation?: E }>>;
    get(id: string, options: CallOptions): Promise<E>;
  };
  trainings: { list(query: Query, options: CallOptions): PromiseLike<PageOf<T>> };
};

/** A page as the copy takes it. */
export type ReadPage<T, E> = { trainings: T[]; evaluations: E[]; cursor: string | undefined };

/** How many evaluations may be read one by one before the progress is told. */
const FEW = 20;

/** Reads the pages of the two lists. */
export class PageReader<T extends { id: string }, E> {
  readonly #source: Source<T, E>;
  readonly #limit: number;
  readonly #options: CallOptions;
  #canInclude = true;

  constructor(source: Source<T, E>, limit: number, options: CallOptions) {
    this.#source = source;
    this.#limit = limit;
    this.#options = options;
  }

  time(): Promise<Date> {
    return this.#source.serverTime(this.#options);
  }

  async trainings(cursor: string | undefined): Promise<ReadPage<T, E>> {
    const page = await this.#source.trainings.list({ limit: this.#limit, cursor }, this.#options);
    return { trainings: page.data, evaluations: [], cursor: page.next_cursor ?? undefined };
  }

  async changes(since: string | undefined, cursor: string | undefined): Promise<ReadPage<T, E>> {
    const page = await this.#list({ limit: this.#limit, cursor, updated_since: since });
    const read: ReadPage<T, E> = {
      trainings: [],
      evaluations: [],
      cursor: page.next_cursor ?? undefined,
    };
    for (const { evaluation: given, ...rest } of page.data) {
      const training = rest as unknown as T;
      const evaluation = given ?? (await this.#evaluationOf(training));
      if (evaluation === undefined) continue;
      read.trainings.push(training);
      read.evaluations.push(evaluation);
    }
    return read;
  }

  /** A service of before `include` refuses it; then each evaluation is read by itself. */
  async #list(query: Query): Promise<PageOf<T & { evaluation?: E }>> {
    const { evaluations } = this.#source;
    if (this.#canInclude) {
      try {
        return await evaluations.list({ ...query, include: 'evaluation' }, this.#options);
      } catch (error) {
        if (!refuses(error, 'include')) throw error;
        this.#canInclude = false;
      }
    }
    return evaluations.list({ ...query, limit: Math.min(query.limit, FEW) }, this.#options);
  }

  /** Undefined if the member was removed just now. */
  async #evaluationOf({ id }: T): Promise<E | undefined> {
    try {
      return await this.#source.evaluations.get(id, this.#options);
    } catch (error) {
      if (error instanceof TeamApiError && error.status === 404) return undefined;
      throw error;
    }
  }
}

/** Whether the service refuses this parameter of the query. */
export function refuses(error: unknown, parameter: string): boolean {
  if (!(error instanceof TeamApiError)) return false;
  return error.errors.some(({ in: place, pointer }) => {
    return place === 'query' && pointer.replace(/^\//, '') === parameter;
  });
}
