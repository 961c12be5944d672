import { expect, test } from 'vitest';
import {
  type ListedEvaluation,
  RateLimitedError,
  type TeamApi,
  type Training,
  ValidationError,
} from '../../dist/sdk/typescript/index.js';
import {
  apply,
  type SyncCopy,
  type SyncOptions,
  type SyncState,
  type SyncStep,
  sync,
} from '../../dist/sdk/typescript/sync.js';

// These tests check the order of the steps of a copy, with a service that can do what a test needs.
// sync.test.ts shows with the real service that a copy misses nothing.

type ListRequest = { list: string; [name: string]: unknown };

const failed = { method: 'GET', path: '/evaluations', idempotencyKey: undefined };
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

/** Trainings t1, t2 …, of which all are scored. */
class Service {
  readonly requests: ListRequest[] = [];
  now = new Date('2026-11-18T12:00:00Z');
  ids = ['t1', 't2', 't3'];
  changed = ['t2', 't3'];
  includes = true;
  refusesCursors = false;
  fault: Error | undefined;

  get client(): TeamApi {
    return {
      serverTime: async (options: object) => {
        this.requests.push({ list: 'time', ...options });
        return this.now;
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

const limited = { status: 429, headers: new Headers(), problem: { code: 'rate_limited' } };
const training = (id: string) => ({ id, status: 'scored' }) as Training;
const evaluation = (id: string) => ({ training_id: id, goal: 'reached' }) as ListedEvaluation;

async function stepsOf(
  service: Service,
  state?: SyncState | null,
  options?: SyncOptions,
): Promise<SyncStep[]> {
  const steps: SyncStep[] = [];
  for await (const step of sync(service.client, state, options)) steps.push(step);
  return steps;
}

const lastState = (steps: SyncStep[]): SyncState => steps.at(-1)?.state ?? {};

test('the steps bring first the evaluations, then all trainings, and the last step is complete', async () => {
  const service = new Service();
  const steps = await stepsOf(service, undefined, { pageSize: 2 });
  expect(steps.map(({ trainings }) => trainings.map(({ id }) => id))).toEqual([
    ['t2', 't3'],
    ['t1', 't2'],
    ['t3'],
  ]);
  expect(steps[0]?.evaluations).toEqual([evaluation('t2'), evaluation('t3')]);
  expect(steps.map(({ complete }) => complete)).toEqual([false, false, true]);
  const [first, ...others] = steps.map(({ mark }) => mark);
  expect(new Set(others).size).toBe(1);
  // Only the marks of the second list say which trainings still exist.
  expect(first).toBe(`${others[0]}?`);
  // The next pass begins five minutes before the start of this pass, because a change can become visible
  // up to 30 seconds after its time.
  expect(lastState(steps)).toEqual({ updatedSince: '2026-11-18T11:55:00.000Z' });
});

test('the next pass reads what has changed since the start of the pass before', async () => {
  const service = new Service();
  const first = await stepsOf(service);
  expect(service.requests[1]).toMatchObject({ list: 'evaluations', updated_since: undefined });
  service.requests.length = 0;
  service.now = new Date('2026-11-18T13:00:00Z');
  const second = await stepsOf(service, lastState(first));
  expect(service.requests[1]).toMatchObject({ updated_since: '2026-11-18T11:55:00.000Z' });
  expect(second[0]?.mark).not.toBe(first[0]?.mark);
});

test('evaluations come with their list, without a request for each', async () => {
  const service = new Service();
  const [step] = await stepsOf(service);
  expect(service.requests.map(({ list }) => list)).toEqual(['time', 'evaluations', 'trainings']);
  // The training looks as in the other list.
  expect(step?.trainings[0]).toEqual(training('t2'));
});

test('a training that comes without its evaluation ends the copy with an error', async () => {
  const service = new Service();
  service.includes = false;
  await expect(stepsOf(service)).rejects.toThrow('t2 came without evaluation');
});

test('a training whose member is removed between the two lists is dropped from the copy', async () => {
  const service = new Service();
  const copy: SyncCopy = {};
  for await (const step of sync(service.client, null, { pageSize: 1 })) {
    apply(copy, step);
    service.ids = ['t1', 't3'];
  }
  expect(Object.keys(copy.entries ?? {}).sort()).toEqual(['t1', 't3']);
});

test.each([1, 2, 3])(
  'a copy that resumes after step %i goes on with the next page, and then makes a new pass',
  async (n) => {
    const service = new Service();
    const whole = await stepsOf(service, null, { pageSize: 1 });
    const kept = JSON.parse(JSON.stringify(whole[n - 1]?.state));
    service.now = new Date('2026-11-18T15:00:00Z');
    const steps = await stepsOf(service, kept, { pageSize: 1 });
    const rest = whole.length - n;
    expect(steps.slice(0, rest)).toEqual(whole.slice(n));
    expect(steps.slice(rest).map(({ trainings }) => trainings)).toEqual(
      whole.map(({ trainings }) => trainings),
    );
    expect(lastState(steps)).toEqual({ updatedSince: '2026-11-18T14:55:00.000Z' });
  },
);

test('if the service refuses the cursor of a kept state, a new pass begins', async () => {
  const service = new Service();
  const [first] = await stepsOf(service, null, { pageSize: 1 });
  service.refusesCursors = true;
  const steps = await stepsOf(service, first?.state);
  expect(steps.at(-1)?.complete).toBe(true);
  expect(steps[0]?.mark).not.toBe(first?.mark);
});

test('if the service refuses a cursor in the middle of a pass, the call throws this error', async () => {
  const service = new Service();
  service.refusesCursors = true;
  await expect(stepsOf(service, null, { pageSize: 1 })).rejects.toBeInstanceOf(ValidationError);
});

test('any other refusal ends the call with its error', async () => {
  const service = new Service();
  const [first] = await stepsOf(service, null, { pageSize: 1 });
  service.fault = new RateLimitedError(limited, failed);
  await expect(stepsOf(service, first?.state)).rejects.toBe(service.fault);
});

test('the copy begins anew if the clock of the service is before the time of the state', async () => {
  const service = new Service();
  const first = await stepsOf(service);
  service.now = new Date('2026-11-18T09:00:00Z');
  service.requests.length = 0;
  await stepsOf(service, lastState(first));
  expect(service.requests[1]).toMatchObject({ list: 'evaluations', updated_since: undefined });
});

test('changesOnly reads no list of all trainings, and never says that the rest is gone', async () => {
  const service = new Service();
  const steps = await stepsOf(service, null, { changesOnly: true, pageSize: 1 });
  expect(service.requests.map(({ list }) => list)).not.toContain('trainings');
  expect(steps.some(({ complete }) => complete)).toBe(false);
  expect(lastState(steps)).toEqual({ updatedSince: '2026-11-18T11:55:00.000Z' });
  // The interrupted pass is finished as it was begun. The pass of the new call reads all trainings.
  const next = await stepsOf(service, steps[0]?.state);
  expect(next.map(({ complete }) => complete)).toEqual([false, false, true]);
});

test('sync passes its options on to each request', async () => {
  const service = new Service();
  await stepsOf(service, null, { pageSize: 7, maxRetries: 9 });
  expect(service.requests[0]).toMatchObject({ list: 'time', maxRetries: 9 });
  expect(service.requests[1]).toMatchObject({ limit: 7 });
});

test('a state that is still JSON text is refused, so that the copy does not begin anew unnoticed', async () => {
  const text = '{"updatedSince":"2026-11-18T11:55:00.000Z"}' as unknown as SyncState;
  await expect(stepsOf(new Service(), text)).rejects.toThrow('The state is an object');
});

test('apply keeps evaluations while trainings change, and drops trainings that a whole pass has not seen', async () => {
  const service = new Service();
  const copy: SyncCopy = {};
  for await (const step of sync(service.client, copy.state)) apply(copy, step);
  expect(Object.keys(copy.entries ?? {}).sort()).toEqual(['t1', 't2', 't3']);
  expect(copy.entries?.t2?.evaluation).toEqual(evaluation('t2'));
  service.ids = ['t2'];
  service.changed = [];
  for await (const step of sync(service.client, copy.state, { changesOnly: true })) {
    apply(copy, step);
  }
  expect(Object.keys(copy.entries ?? {})).toHaveLength(3);
  for await (const step of sync(service.client, copy.state)) apply(copy, step);
  expect(Object.keys(copy.entries ?? {})).toEqual(['t2']);
  expect(copy.entries?.t2?.evaluation).toEqual(evaluation('t2'));
});
