import { expect, test } from 'vitest';
import { addMember } from '../../src/features/members/add-member.ts';
import { recordTraining } from '../../src/features/trainings/record-training.ts';
import { subscribableEvents } from '../../src/features/webhooks/events.schema.ts';
import { raisePing } from '../../src/features/webhooks/raise-event.ts';
import { checkEvent } from '../harness/contract-check.ts';
import { forgetRaised, nothingRaised, raisedIn } from '../harness/raised.ts';
import { insertAssignment, insertEndpoint, insertInvited } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { makeWorld, type World } from '../harness/world.ts';
import { causes, withKey } from './event-causes.ts';

const api = useApi();
type Type = (typeof subscribableEvents)[number];
const all = [...subscribableEvents];

/** Where nothing is raised yet, and nobody waits for it. */
async function quietWorld(): Promise<World> {
  const world = await makeWorld(api());
  const { tenantId } = world.team;
  await forgetRaised(world.team);
  await api().sql.query('delete from webhook_endpoint where tenant_id = $1', [tenantId]);
  return world;
}

async function worldWith(...events: Type[]): Promise<World & { endpoint: string }> {
  const world = await quietWorld();
  const chosen = events.length > 0 ? events : all;
  return { ...world, endpoint: await insertEndpoint(world.team, { events: chosen }) };
}

/** The cause of the type, through the API's kind of call. */
function cause(type: Type, world: World): Promise<unknown> {
  return world.team.do((call) => causes[type].work(withKey(call, world), world));
}

async function bodiesOf({ team }: World): Promise<{ type: string; data: object }[]> {
  const { events } = await raisedIn(team);
  return events.map(({ body }) => JSON.parse(body) as { type: string; data: object });
}

function without(names: string[], data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
}

test.each(subscribableEvents)(
  'D158: %s is raised once, with its envelope and its data',
  async (type) => {
    const world = await worldWith(type);
    const { tenantId } = world.team;
    await cause(type, world);
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
    expect(event?.body).not.toContain('@');
    expect(deliveries).toMatchObject([
      { endpoint_id: world.endpoint, event_id: event?.id, event_type: type, status: 'pending' },
    ]);
    expect(deliveries).toMatchObject([{ attempt: 0, is_due: true, is_urgent: false }]);
    expect(jobs).toEqual([{ endpoints: [world.endpoint], urgent: null }]);
  },
);

test.each(subscribableEvents)(
  'G7: with member_detail_enabled off, read in the transaction of the change, %s has neither user_id nor score',
  async (type) => {
    const world = await worldWith(type);
    const { team } = world;
    await team.do(async (call) => {
      // Turned off after the request was admitted.
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

test.each(subscribableEvents)(
  'D164: a change that is rolled back leaves no event, no delivery and no job of %s',
  async (type) => {
    const world = await worldWith();
    const failing = world.team.do(async (call) => {
      await causes[type].work(withKey(call, world), world);
      throw new Error('after the change');
    });
    await expect(failing).rejects.toThrow('after the change');
    expect(await raisedIn(world.team)).toEqual(nothingRaised);
  },
);

test.each(subscribableEvents)('V: where nobody takes %s, nothing is written', async (type) => {
  const world = await quietWorld();
  const others = subscribableEvents.filter((other) => other !== type);
  // A training with a score raises two, so that the other one is not subscribed to either.
  const events = others.filter((other) => !/^(training|evaluation)/.test(other));
  await insertEndpoint(world.team, { events });
  await insertEndpoint(world.team, { events: all, deleted_at: api().clock.now() });
  const elsewhere = await worldWith();
  await cause(type, world);
  expect(await raisedIn(world.team)).toEqual(nothingRaised);
  expect(await raisedIn(elsewhere.team)).toEqual(nothingRaised);
});

test('D161: one event for all endpoints, with a delivery of its own for each', async () => {
  const world = await worldWith();
  const second = await insertEndpoint(world.team, { events: all });
  await cause('member.joined', world);
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
  'D144: an endpoint that is %s gets a delivery, which waits, and wakes nobody',
  async (status) => {
    const world = await quietWorld();
    const paused = await insertEndpoint(world.team, { events: all, status });
    await cause('member.joined', world);
    const raised = await raisedIn(world.team);
    expect(raised.deliveries).toMatchObject([
      { endpoint_id: paused, status: 'pending', attempt: 0 },
    ]);
    expect(raised.jobs).toEqual([]);
    await forgetRaised(world.team);
    const active = await insertEndpoint(world.team, { events: all });
    await cause('crm.sync.failed', world);
    const { deliveries, jobs } = await raisedIn(world.team);
    expect(deliveries).toHaveLength(2);
    expect(jobs).toEqual([{ endpoints: [active], urgent: null }]);
  },
);

test.each(['active', 'disabled', 'disabled_failures'])(
  'D144: a ping is for one endpoint alone, %s, subscribed or not, and at once',
  async (status) => {
    const world = await worldWith();
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

test('D160: the bytes stay as they were at the time of the event', async () => {
  const world = await worldWith();
  await cause('evaluation.completed', world);
  const before = (await raisedIn(world.team)).events;
  await world.team.set({ member_detail_enabled: false });
  await cause('member.removed', world);
  const after = (await raisedIn(world.team)).events;
  expect(after).toEqual(expect.arrayContaining(before));
  expect(after).toHaveLength(before.length + 1);
});

test('D159: without a total there is no score; without an evaluation no evaluation.completed', async () => {
  const world = await worldWith();
  const { team, member } = world;
  const dimensions = {
    closing: 1,
    conversation_control: 2,
    needs_analysis: 3,
    objection_handling: 4,
    value_argument: 5,
  };
  const record = (score?: object) =>
    team.do((call) =>
      recordTraining(call, {
        user_id: member.userId,
        ...(score ? { score: { dimensions, ...score } } : {}),
      }),
    );
  await record();
  expect(await bodiesOf(world)).toMatchObject([
    { type: 'training.completed', data: { status: 'completed', assignment_id: null } },
  ]);
  for (const [score, total] of [
    [{}, {}],
    [{ total: null }, {}],
    [{ total: 0 }, { score: 0 }],
  ] as const) {
    await forgetRaised(team);
    const { training_id } = await record(score);
    const bodies = await bodiesOf(world);
    expect(bodies.map(({ type }) => type).sort()).toEqual([
      'evaluation.completed',
      'training.completed',
    ]);
    expect(bodies.find(({ type }) => type === 'evaluation.completed')?.data).toEqual({
      team_id: team.tenantId,
      training_id,
      user_id: member.userId,
      ...total,
    });
    for (const { body } of (await raisedIn(team)).events) checkEvent(body);
  }
});

test.each(['assignment.created', 'assignment.completed'] as const)(
  'V: %s is raised only through this API',
  async (type) => {
    const world = await worldWith();
    await world.team.do((call) => causes[type].work(call, world));
    expect(await raisedIn(world.team)).toEqual(nothingRaised);
  },
);

test('D118: a training that completes an assignment raises no assignment.completed', async () => {
  const world = await worldWith('assignment.completed');
  await cause('training.completed', world);
  expect(await raisedIn(world.team)).toEqual(nothingRaised);
});

test('D118: assignment.completed is raised on each change into done, and on no other', async () => {
  const world = await worldWith();
  const path = `/assignments/${await insertAssignment(world.team)}`;
  const change = async (body: object) => {
    await forgetRaised(world.team);
    expect((await world.team.request('PATCH', path, { body })).status).toBe(200);
    return (await bodiesOf(world)).map(({ type }) => type);
  };
  expect(await change({ note: 'n' })).toEqual([]);
  expect(await change({ status: 'done', note: 'm' })).toEqual(['assignment.completed']);
  expect(await change({ status: 'done', note: 'n' })).toEqual([]);
  expect(await change({ status: 'open' })).toEqual([]);
  expect(await change({ status: 'done' })).toEqual(['assignment.completed']);
});

test('D118: two calls at once complete an assignment once', async () => {
  const world = await worldWith();
  const path = `/assignments/${world.assignment}`;
  const options = { body: { status: 'done' } };
  await Promise.all([1, 2, 3, 4].map(() => world.team.request('PATCH', path, options)));
  expect(await bodiesOf(world)).toHaveLength(1);
});

test('D123: for an invited recipient user_id is there, and null', async () => {
  const world = await worldWith();
  const memberId = await insertInvited(world.team);
  const id = await insertAssignment(world.team, { member_id: memberId });
  await world.team.request('PATCH', `/assignments/${id}`, { body: { status: 'done' } });
  expect(await bodiesOf(world)).toMatchObject([{ data: { member_id: memberId, user_id: null } }]);
});

test('D104: member.joined is raised also for a member who is added directly, and not again', async () => {
  const world = await worldWith();
  const { member_id, user_id } = await world.team.do((call) =>
    addMember(call, { email: 'direct@example.com', role: 'admin' }),
  );
  await world.team.request('PATCH', `/users/${member_id}`, { body: { role: 'member' } });
  expect(await bodiesOf(world)).toMatchObject([
    { type: 'member.joined', data: { member_id, user_id, role: 'admin', status: 'active' } },
  ]);
});

test('D112: removing who was invited raises member.removed; D109: none for the assignments', async () => {
  const world = await worldWith();
  const memberId = await insertInvited(world.team, { role: 'admin' });
  await insertAssignment(world.team, { member_id: memberId });
  await world.team.request('DELETE', `/users/${memberId}`);
  const data = { member_id: memberId, user_id: null, role: 'admin', status: 'removed' };
  expect(await bodiesOf(world)).toMatchObject([{ type: 'member.removed', data }]);
});

test.each([
  ['POST /users', '/users', () => ({ email: 'once@example.com' })],
  [
    'POST /assignments',
    '/assignments',
    ({ member, situation, personality, industry }: World) => ({
      member_id: member.memberId,
      title: 'Once',
      situation_id: situation,
      personality_id: personality,
      industry_id: industry,
    }),
  ],
])('D99: a replay of %s raises nothing', async (_, path, bodyOf) => {
  const world = await worldWith();
  const options = { body: bodyOf(world), headers: { 'idempotency-key': 'once' } };
  const first = await world.team.request('POST', path, options);
  const again = await world.team.request('POST', path, options);
  expect([first.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
  expect(await bodiesOf(world)).toHaveLength(1);
});

test('V: a refused call raises nothing', async () => {
  const world = await worldWith();
  const { team, member } = world;
  const refused = [
    await team.request('POST', '/users', { body: { email: member.email } }),
    await team.request('DELETE', `/users/${team.owner.memberId}`),
    await team.request('PATCH', `/assignments/asg_unknown`, { body: { status: 'done' } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 404]);
  expect(await raisedIn(team)).toEqual(nothingRaised);
});
