import { expect, test } from 'vitest';
import { apply, type SyncCopy, sync } from '../../dist/sdk/typescript/sync.js';
import { ListingService, lastState, stepsOf } from './harness/listing-service.ts';

/** The lists that were read, in their order. */
const listsIn = ({ requests }: ListingService) =>
  requests.map(({ list }) => list).filter((list) => list !== 'time' && list !== 'erasures');

test('D182: after an erasure the copy keeps only what is read anew, also with changesOnly', async () => {
  const service = new ListingService();
  service.changed = service.ids;
  const first = await stepsOf(service);
  service.erasures = [{ id: 'ers_1' }];
  service.now = new Date('2026-11-18T13:00:00Z');
  service.requests.length = 0;
  const steps = await stepsOf(service, lastState(first), { changesOnly: true });
  // The pass that reads everything is followed by the one that was asked for.
  expect(listsIn(service)).toEqual(['trainings', 'evaluations', 'evaluations']);
  expect(service.requests.map(({ updated_since }) => updated_since)).toEqual([
    ...Array(4).fill(undefined),
    undefined,
    undefined,
    '2026-11-18T12:55:00.000Z',
  ]);
  const [unscored, all, changes] = steps;
  expect(unscored?.trainings).toEqual([]);
  expect(all).toMatchObject({ mark: unscored?.mark, complete: true });
  expect(all?.trainings).toHaveLength(3);
  expect(changes?.complete).toBe(false);
  const state = { updatedSince: '2026-11-18T12:55:00.000Z', erasure: 'ers_1' };
  expect(lastState(steps)).toEqual(state);
  service.requests.length = 0;
  await stepsOf(service, lastState(steps), { changesOnly: true });
  expect(listsIn(service)).toEqual(['evaluations']);
});

test('D182: an evaluation that is corrected while everything is read anew does not stay as it was', async () => {
  const service = new ListingService();
  service.changed = service.ids;
  const copy: SyncCopy = {};
  for (const step of await stepsOf(service)) apply(copy, step);
  service.erasures = [{ id: 'ers_1' }];
  const left: string[][] = [];
  for await (const step of sync(service.client, copy.state, { pageSize: 1 })) {
    apply(copy, step);
    // The list begins with what was corrected last, so the reader has passed t3.
    if (step.evaluations[0]?.training_id === 't1') service.changed = ['t3', 't1', 't2'];
    left.push(Object.keys(copy.entries ?? {}));
  }
  expect(left).toContainEqual(['t1', 't2']);
  expect(left.at(-1)?.toSorted()).toEqual(['t1', 't2', 't3']);
});

test('D182: a pass that was interrupted before an erasure is finished, and then everything is read anew', async () => {
  const service = new ListingService();
  const [interrupted] = await stepsOf(service, null, { pageSize: 1 });
  service.erasures = [{ id: 'ers_1' }];
  service.requests.length = 0;
  const [, , , , begun] = await stepsOf(service, interrupted?.state, { pageSize: 1 });
  expect(begun?.state).toMatchObject({ pass: { list: 'trainings', erasure: 'ers_1' } });
  // The program is killed here, and the service refuses the cursor.
  service.refusesCursors = true;
  service.requests.length = 0;
  await stepsOf(service, begun?.state, { changesOnly: true });
  expect(listsIn(service)).toEqual(['trainings', 'trainings', 'evaluations', 'evaluations']);
});

test('a new copy obeys all erasures without being read twice', async () => {
  const service = new ListingService();
  service.erasures = [{ id: 'ers_1' }];
  const steps = await stepsOf(service);
  expect(listsIn(service)).toEqual(['evaluations', 'trainings']);
  expect(lastState(steps)).toMatchObject({ erasure: 'ers_1' });
});
