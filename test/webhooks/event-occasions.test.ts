import { expect, test } from 'vitest';
import { reportSyncFailure } from '../../src/features/crm/report-sync-failure.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { recordTraining } from '../../src/features/trainings/record-training-by-operator.ts';
import { checkEvent } from '../harness/contract-check.ts';
import { forgetRaised, nothingRaised, raisedIn } from '../harness/raised.ts';
import { insertAssignment, insertInvited } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import type { World } from '../harness/world.ts';
import { bodiesOf, causes, happens, worldWith } from './harness/event-causes.ts';

const api = useApi();

test('D159: without a total there is no score; without an evaluation no evaluation.completed', async () => {
  const world = await worldWith(api());
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
  'V: %s is raised by this API alone',
  async (type) => {
    const world = await worldWith(api());
    await world.team.do((call) => causes[type].work(call, world));
    expect(await raisedIn(world.team)).toEqual(nothingRaised);
  },
);

test('D118: a training that completes an assignment raises no assignment.completed', async () => {
  const world = await worldWith(api(), 'assignment.completed');
  await happens('training.completed', world);
  expect(await raisedIn(world.team)).toEqual(nothingRaised);
});

test('D118: assignment.completed is raised on each change into done, and on no other', async () => {
  const world = await worldWith(api());
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
  const world = await worldWith(api());
  const path = `/assignments/${world.assignment}`;
  const options = { body: { status: 'done' } };
  await Promise.all([1, 2, 3, 4].map(() => world.team.request('PATCH', path, options)));
  expect(await bodiesOf(world)).toHaveLength(1);
});

test('D169: a failed sync leaves its audit row; missing values are null or 1', async () => {
  const world = await worldWith(api());
  const failure = { connection_id: 'con_2', provider: 'hubspot', reason: 'unavailable' } as const;
  await world.team.do((call) => reportSyncFailure(call, failure));
  expect(await bodiesOf(world)).toMatchObject([
    { data: { ...failure, sync_run_id: null, consecutive_failures: 1, next_attempt_at: null } },
  ]);
  checkEvent((await raisedIn(world.team)).events[0]?.body ?? '');
  const { rows } = await api().sql.query(
    `select target_id, actor_kind, changes from audit_entry
     where tenant_id = $1 and action = 'crm.sync_failed'`,
    [world.team.tenantId],
  );
  expect(rows).toEqual([
    {
      target_id: 'con_2',
      actor_kind: 'system',
      changes: { sync_run_id: null, consecutive_failures: 1 },
    },
  ]);
});

test('D123: for an invited recipient user_id is present and null', async () => {
  const world = await worldWith(api());
  const memberId = await insertInvited(world.team);
  const id = await insertAssignment(world.team, { member_id: memberId });
  await world.team.request('PATCH', `/assignments/${id}`, { body: { status: 'done' } });
  expect(await bodiesOf(world)).toMatchObject([{ data: { member_id: memberId, user_id: null } }]);
});

test('D104: member.joined is also raised for a member who is added directly, and not again', async () => {
  const world = await worldWith(api());
  const { member_id, user_id } = await world.team.do((call) =>
    addMember(call, { email: 'direct@example.com', role: 'admin' }),
  );
  await world.team.request('PATCH', `/users/${member_id}`, { body: { role: 'member' } });
  expect(await bodiesOf(world)).toMatchObject([
    { type: 'member.joined', data: { member_id, user_id, role: 'admin', status: 'active' } },
  ]);
});

test('D112: removing an invited member raises member.removed; D109: the assignments raise nothing', async () => {
  const world = await worldWith(api());
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
  const world = await worldWith(api());
  const options = { body: bodyOf(world), headers: { 'idempotency-key': 'once' } };
  const first = await world.team.request('POST', path, options);
  const again = await world.team.request('POST', path, options);
  expect([first.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
  expect(await bodiesOf(world)).toHaveLength(1);
});

test('V: a refused call raises nothing', async () => {
  const world = await worldWith(api());
  const { team, member } = world;
  const refused = [
    await team.request('POST', '/users', { body: { email: member.email } }),
    await team.request('DELETE', `/users/${team.owner.memberId}`),
    await team.request('PATCH', `/assignments/asg_unknown`, { body: { status: 'done' } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 404]);
  expect(await raisedIn(team)).toEqual(nothingRaised);
});
