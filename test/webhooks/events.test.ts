import { expect, test } from 'vitest';
import { dataFields, envelopeFields } from '../../src/docs/verify/event-fields.ts';
import { raisePing } from '../../src/features/webhooks/raise-event.ts';
import { checkEvent } from '../harness/contract-check.ts';
import { forgetRaised, nothingRaised, raisedIn } from '../harness/raised.ts';
import { insertEndpoint } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import {
  allTypes,
  bodiesOf,
  causes,
  happens,
  quietWorld,
  withKey,
  worldWith,
} from './harness/event-causes.ts';

const api = useApi();

/** Requires that the page for signatures can restore this body after it was parsed. */
function expectStoredForm(type: string, body: string): void {
  const event = JSON.parse(body) as { data: object };
  expect(JSON.stringify(event)).toBe(body);
  expect(Object.keys(event)).toEqual(envelopeFields);
  expect(Object.keys(event.data)).toEqual(dataFields[type]);
}

function without(names: string[], data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
}

test.each(allTypes)('D158: %s is raised once, with its envelope and its data', async (type) => {
  const world = await worldWith(api(), type);
  const { tenantId } = world.team;
  await happens(type, world);
  const { events, deliveries, jobs } = await raisedIn(world.team);
  expect(events).toMatchObject([{ type, id: expect.stringMatching(/^evt_[0-9a-z]+$/) }]);
  const [event] = events;
  checkEvent(event?.body ?? '');
  expect(JSON.parse(event?.body ?? '')).toEqual({
    id: event?.id,
    type,
    created_at: api().clock.now().toISOString(),
    api_version: '2026-11',
    tenant_id: tenantId,
    data: { team_id: tenantId, ...causes[type].data(world) },
  });
  expectStoredForm(type, event?.body ?? '');
  expect(event?.body).not.toContain('@');
  expect(deliveries).toMatchObject([
    { endpoint_id: world.endpoint, event_id: event?.id, event_type: type, status: 'pending' },
  ]);
  expect(deliveries).toMatchObject([{ attempt: 0, is_due: true, is_urgent: false }]);
  expect(jobs).toEqual([{ endpoints: [world.endpoint], urgent: null }]);
});

test.each(allTypes)(
  'G7: with member_detail_enabled off, read in the transaction of the change, %s has neither user_id nor score',
  async (type) => {
    const world = await worldWith(api(), type);
    const { team } = world;
    await team.do(async (call) => {
      // The team switches member detail off after the admission of the request.
      await call.db.write('update tenant t set member_detail_enabled = false where t.id = $1');
      await causes[type].work(withKey(call, world), world);
    });
    const { events } = await raisedIn(team);
    expect(events).toHaveLength(1);
    for (const { body } of events) checkEvent(body);
    const data = without(['user_id', 'score'], causes[type].data(world));
    expect((await bodiesOf(world))[0]?.data).toEqual({ team_id: team.tenantId, ...data });
  },
);

test.each(allTypes)(
  'D164: a change that is rolled back leaves no event, no delivery and no job of %s',
  async (type) => {
    const world = await worldWith(api());
    const failing = world.team.do(async (call) => {
      await causes[type].work(withKey(call, world), world);
      throw new Error('after the change');
    });
    await expect(failing).rejects.toThrow('after the change');
    expect(await raisedIn(world.team)).toEqual(nothingRaised);
  },
);

test.each(allTypes)('V: if no endpoint subscribes to %s, nothing is written', async (type) => {
  const world = await quietWorld(api());
  const others = allTypes.filter((other) => other !== type);
  // A training with a score raises two events. The endpoint must not subscribe to the other one either.
  const events = others.filter((other) => !/^(training|evaluation)/.test(other));
  await insertEndpoint(world.team, { events });
  await insertEndpoint(world.team, { events: allTypes, deleted_at: api().clock.now() });
  const elsewhere = await worldWith(api());
  await happens(type, world);
  expect(await raisedIn(world.team)).toEqual(nothingRaised);
  expect(await raisedIn(elsewhere.team)).toEqual(nothingRaised);
});

test('D161: one event for all endpoints, and a delivery for each', async () => {
  const world = await worldWith(api());
  const second = await insertEndpoint(world.team, { events: allTypes });
  await happens('member.joined', world);
  const { events, deliveries, jobs } = await raisedIn(world.team);
  expect(events).toHaveLength(1);
  expect(deliveries.map(({ event_id }) => event_id)).toEqual([events[0]?.id, events[0]?.id]);
  expect(new Set(deliveries.map(({ id }) => id)).size).toBe(2);
  expect(deliveries.map(({ endpoint_id }) => endpoint_id)).toEqual([world.endpoint, second].sort());
  expect(jobs.map(({ endpoints }) => endpoints.toSorted())).toEqual([
    [world.endpoint, second].sort(),
  ]);
});

test.each(['disabled', 'disabled_failures'])(
  'D144: an endpoint that is %s gets a delivery, which waits and wakes no worker',
  async (status) => {
    const world = await quietWorld(api());
    const paused = await insertEndpoint(world.team, { events: allTypes, status });
    await happens('member.joined', world);
    const raised = await raisedIn(world.team);
    expect(raised.deliveries).toMatchObject([
      { endpoint_id: paused, status: 'pending', attempt: 0 },
    ]);
    expect(raised.jobs).toEqual([]);
    await forgetRaised(world.team);
    const active = await insertEndpoint(world.team, { events: allTypes });
    await happens('crm.sync.failed', world);
    const { deliveries, jobs } = await raisedIn(world.team);
    expect(deliveries).toHaveLength(2);
    expect(jobs).toEqual([{ endpoints: [active], urgent: null }]);
  },
);

test.each(['active', 'disabled', 'disabled_failures'])(
  'D144: a ping is for one endpoint alone, %s, subscribed or not, and is sent at once',
  async (status) => {
    const world = await worldWith(api());
    const endpoint = await insertEndpoint(world.team, { status, events: ['member.joined'] });
    const id = await world.team.do((call) => raisePing(call, endpoint));
    const { events, deliveries, jobs } = await raisedIn(world.team);
    expect(deliveries).toMatchObject([{ id, endpoint_id: endpoint, is_urgent: true }]);
    expect(jobs).toEqual([{ endpoints: [endpoint], urgent: [id] }]);
    checkEvent(events[0]?.body ?? '');
    expect(JSON.parse(events[0]?.body ?? '')).toMatchObject({
      type: 'ping',
      data: { team_id: world.team.tenantId, endpoint_id: endpoint },
    });
  },
);

test('D160: the bytes stay as they were when the event happened', async () => {
  const world = await worldWith(api());
  await happens('evaluation.completed', world);
  const before = (await raisedIn(world.team)).events;
  await world.team.set({ member_detail_enabled: false });
  await happens('member.removed', world);
  const after = (await raisedIn(world.team)).events;
  expect(after).toEqual(expect.arrayContaining(before));
  expect(after).toHaveLength(before.length + 1);
});
