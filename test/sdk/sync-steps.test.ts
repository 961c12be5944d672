import { expect, test } from 'vitest';
import { RateLimitedError, ValidationError } from '../../dist/sdk/typescript/index.js';
import { apply, type SyncCopy, type SyncState, sync } from '../../dist/sdk/typescript/sync.js';
import {
  evaluation,
  failed,
  ListingService,
  lastState,
  stepsOf,
  training,
} from './harness/listing-service.ts';

// These tests check the order of the steps of a copy, with a service that can do what a test needs.
// sync.test.ts shows with the real service that a copy misses nothing.

const limited = { status: 429, headers: new Headers(), problem: { code: 'rate_limited' } };

test('the steps bring first the evaluations, then all trainings, and the last step is complete', async () => {
  const service = new ListingService();
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
  const service = new ListingService();
  const first = await stepsOf(service);
  expect(service.requests[2]).toMatchObject({ list: 'evaluations', updated_since: undefined });
  service.requests.length = 0;
  service.now = new Date('2026-11-18T13:00:00Z');
  const second = await stepsOf(service, lastState(first));
  expect(service.requests[2]).toMatchObject({ updated_since: '2026-11-18T11:55:00.000Z' });
  expect(second[0]?.mark).not.toBe(first[0]?.mark);
});

test('evaluations come with their list, without a request for each', async () => {
  const service = new ListingService();
  const [step] = await stepsOf(service);
  expect(service.requests.map(({ list }) => list)).toEqual([
    'time',
    'erasures',
    'evaluations',
    'trainings',
  ]);
  // The training looks as in the other list.
  expect(step?.trainings[0]).toEqual(training('t2'));
});

test('a training that comes without its evaluation ends the copy with an error', async () => {
  const service = new ListingService();
  service.includes = false;
  await expect(stepsOf(service)).rejects.toThrow('t2 came without evaluation');
});

test('a training whose member is removed between the two lists is dropped from the copy', async () => {
  const service = new ListingService();
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
    const service = new ListingService();
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
  const service = new ListingService();
  const [first] = await stepsOf(service, null, { pageSize: 1 });
  service.refusesCursors = true;
  const steps = await stepsOf(service, first?.state);
  expect(steps.at(-1)?.complete).toBe(true);
  expect(steps[0]?.mark).not.toBe(first?.mark);
});

test('if the service refuses a cursor in the middle of a pass, the call throws this error', async () => {
  const service = new ListingService();
  service.refusesCursors = true;
  await expect(stepsOf(service, null, { pageSize: 1 })).rejects.toBeInstanceOf(ValidationError);
});

test('any other refusal ends the call with its error', async () => {
  const service = new ListingService();
  const [first] = await stepsOf(service, null, { pageSize: 1 });
  service.fault = new RateLimitedError(limited, failed);
  await expect(stepsOf(service, first?.state)).rejects.toBe(service.fault);
});

test('the copy begins anew if the clock of the service is before the time of the state', async () => {
  const service = new ListingService();
  const first = await stepsOf(service);
  service.now = new Date('2026-11-18T09:00:00Z');
  service.requests.length = 0;
  await stepsOf(service, lastState(first));
  expect(service.requests[2]).toMatchObject({ list: 'evaluations', updated_since: undefined });
});

test('changesOnly reads no list of all trainings, and never says that the rest is gone', async () => {
  const service = new ListingService();
  const steps = await stepsOf(service, null, { changesOnly: true, pageSize: 1 });
  expect(service.requests.map(({ list }) => list)).not.toContain('trainings');
  expect(steps.some(({ complete }) => complete)).toBe(false);
  expect(lastState(steps)).toEqual({ updatedSince: '2026-11-18T11:55:00.000Z' });
  // The interrupted pass is finished as it was begun. The pass of the new call reads all trainings.
  const next = await stepsOf(service, steps[0]?.state);
  expect(next.map(({ complete }) => complete)).toEqual([false, false, true]);
});

test('sync passes its options on to each request', async () => {
  const service = new ListingService();
  await stepsOf(service, null, { pageSize: 7, maxRetries: 9 });
  expect(service.requests[0]).toMatchObject({ list: 'time', maxRetries: 9 });
  expect(service.requests[2]).toMatchObject({ limit: 7 });
});

test('a state that is still JSON text is refused, so that the copy does not begin anew unnoticed', async () => {
  const text = '{"updatedSince":"2026-11-18T11:55:00.000Z"}' as unknown as SyncState;
  await expect(stepsOf(new ListingService(), text)).rejects.toThrow('The state is an object');
});

test('apply keeps evaluations while trainings change, and drops trainings that a whole pass has not seen', async () => {
  const service = new ListingService();
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
