import {
  type ListedEvaluation,
  type TeamApi,
  type Training,
  ValidationError,
} from '../../../dist/sdk/typescript/index.js';
import {
  type SyncOptions,
  type SyncState,
  type SyncStep,
  sync,
} from '../../../dist/sdk/typescript/sync.js';

type ListRequest = { list: string; [name: string]: unknown };

export const failed = { method: 'GET', path: '/evaluations', idempotencyKey: undefined };
const refused = (pointer: string) =>
  new ValidationError(
    {
      status: 422,
      headers: new Headers(),
      problem: {
        code: 'validation_error',
        errors: [{ in: 'query', pointer, code: 'unknown', detail: 'not known' }],
      },
    },
    failed,
  );

/** A service that can do what a test of `sync` needs. It has the trainings t1, t2 …, of which all are scored. */
export class ListingService {
  readonly requests: ListRequest[] = [];
  now = new Date('2026-11-18T12:00:00Z');
  ids = ['t1', 't2', 't3'];
  changed = ['t2', 't3'];
  includes = true;
  refusesCursors = false;
  fault: Error | undefined;
  erasures: { id: string }[] = [];

  get client(): TeamApi {
    return {
      serverTime: async (options: object) => {
        this.requests.push({ list: 'time', ...options });
        return this.now;
      },
      erasures: {
        list: async (query: object) => {
          this.requests.push({ list: 'erasures', ...query });
          return { data: this.erasures, next_cursor: null };
        },
      },
      evaluations: {
        list: async (query: { include?: string; cursor?: string; limit: number }) => {
          this.#note('evaluations', query);
          return this.#page(this.changed, query, query.include === 'evaluation' && this.includes);
        },
      },
      trainings: {
        list: async (query: { cursor?: string; limit: number }) => {
          this.#note('trainings', query);
          return this.#page(this.ids, query, false);
        },
      },
    } as unknown as TeamApi;
  }

  #note(list: string, query: { cursor?: string }): void {
    this.requests.push({ list, ...query });
    if (this.fault) throw this.fault;
    if (query.cursor && this.refusesCursors) throw refused('/cursor');
  }

  #page(ids: string[], { cursor, limit }: { cursor?: string; limit: number }, whole: boolean) {
    const from = Number(cursor ?? 0);
    const data = ids
      .slice(from, from + limit)
      .map((id) => ({ ...training(id), ...(whole ? { evaluation: evaluation(id) } : {}) }));
    return { data, next_cursor: from + limit < ids.length ? String(from + limit) : null };
  }
}

export const training = (id: string) => ({ id, status: 'scored' }) as Training;
export const evaluation = (id: string) =>
  ({ training_id: id, goal: 'reached' }) as ListedEvaluation;

export async function stepsOf(
  service: ListingService,
  state?: SyncState | null,
  options?: SyncOptions,
): Promise<SyncStep[]> {
  const steps: SyncStep[] = [];
  for await (const step of sync(service.client, state, options)) steps.push(step);
  return steps;
}

export const lastState = (steps: SyncStep[]): SyncState => steps.at(-1)?.state ?? {};
