import { describe, expect, test } from 'vitest';
import { codeOf, errorOf, makeSession } from '../harness/app.ts';
import { insertAssignment, insertEndpoint } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { Sandbox } from './harness/sandbox.ts';

const api = useApi();

const everything = [
  'training.completed',
  'evaluation.completed',
  'member.joined',
  'member.removed',
  'crm.sync.failed',
];

/** A sandbox with an endpoint that subscribes to everything, and its visitor. */
async function sandboxWithEndpoint() {
  const sandbox = await Sandbox.make(api());
  const endpoint_id = await insertEndpoint(sandbox.team, { events: `{${everything.join()}}` });
  const { app } = await sandbox.visit();
  const rows = async (text: string, values: unknown[] = []) =>
    (await api().sql.query(text, [sandbox.team.tenantId, ...values])).rows;
  return { sandbox, endpoint_id, app, rows };
}

type Made = Awaited<ReturnType<typeof sandboxWithEndpoint>>;

const eventsOf = async ({ rows }: Made, request_id: string) =>
  (
    await rows(
      'select body from webhook_event where tenant_id = $1 and request_id = $2 order by id',
      [request_id],
    )
  ).map(({ body }) => JSON.parse(body));
const actionsOf = async ({ rows }: Made, request_id: string) =>
  (
    await rows(
      `select action, actor_kind, target_id from audit_entry
       where tenant_id = $1 and request_id = $2 order by created_at, id`,
      [request_id],
    )
  ).map(({ action }) => action);

describe('a training ends', () => {
  test('by the intake: an active member gets a conversation, with its event and its entries', async () => {
    const made = await sandboxWithEndpoint();
    const done = await made.app.tryOut.trigger.mutate({ name: 'training.completed' });
    const [training] = done.made;
    const [row] = await made.rows('select * from training where tenant_id = $1');
    expect(row).toMatchObject({ id: training?.id, status: 'completed' });
    expect(row.finished_at - row.created_at).toBe(row.duration_s * 1000);
    const actions = await actionsOf(made, done.request_id);
    expect(actions.toSorted()).toEqual(['training.finished', 'training.started']);
    const [event, ...others] = await eventsOf(made, done.request_id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'training.completed',
      data: { training_id: training?.id, assignment_id: null, status: 'completed' },
    });
    const outcome = await made.app.tryOut.outcome.query({ request_id: done.request_id });
    expect(outcome.events).toMatchObject([
      { id: event.id, deliveries: [{ endpoint: { id: made.endpoint_id }, status: 'pending' }] },
    ]);
    expect(outcome.entries.map(({ action }) => action)).toEqual([
      'training.started',
      'training.finished',
    ]);
  });

  test('for the member and the assignment that were chosen, which it completes', async () => {
    const made = await sandboxWithEndpoint();
    const { sandbox, app } = made;
    const member = await sandbox.team.addMember();
    const other = await sandbox.team.addMember();
    const { memberId: member_id } = member;
    const assignment_id = await insertAssignment(sandbox.team, { member_id });
    const name = 'training.completed';
    const wrong = { name, assignment_id, member_id: other.memberId } as const;
    expect(await codeOf(app.tryOut.trigger.mutate(wrong))).toBe('not_found');
    const done = await app.tryOut.trigger.mutate({ name, assignment_id, member_id });
    const [event] = await eventsOf(made, done.request_id);
    expect(event.data).toMatchObject({ user_id: member.userId, assignment_id });
    const [row] = await made.rows('select status from assignment where tenant_id = $1');
    expect(row.status).toBe('done');
  });

  test('but is refused for somebody who has not accepted, and for a member or an assignment of the parent', async () => {
    const { sandbox, app } = await sandboxWithEndpoint();
    const { parent } = sandbox;
    const invited = (await app.tryOut.trigger.mutate({ name: 'member.joined' })).made[0]?.id;
    const assignment_id = await insertAssignment(parent, { member_id: parent.owner.memberId });
    const foreign = [
      { member_id: invited },
      { member_id: parent.owner.memberId },
      { assignment_id },
      { assignment_id: 'asg_unknown' },
    ];
    for (const chosen of foreign) {
      const refused = app.tryOut.trigger.mutate({ name: 'training.completed', ...chosen });
      expect(await codeOf(refused)).toBe('not_found');
    }
  });
});

describe('an evaluation is saved', () => {
  test('for the conversation that waits for one, otherwise for a new one', async () => {
    const made = await sandboxWithEndpoint();
    const held = await made.app.tryOut.trigger.mutate({ name: 'training.completed' });
    const first = await made.app.tryOut.trigger.mutate({ name: 'evaluation.completed' });
    expect(first.made).toEqual(held.made);
    const events = await eventsOf(made, first.request_id);
    expect(events.map(({ type }) => type)).toEqual(['evaluation.completed']);
    const second = await made.app.tryOut.trigger.mutate({ name: 'evaluation.completed' });
    expect(second.made).not.toEqual(held.made);
    const types = (await eventsOf(made, second.request_id)).map(({ type }) => type);
    expect(types.toSorted()).toEqual(['evaluation.completed', 'training.completed']);
    const { key } = made.sandbox.team;
    const path = `/trainings/${first.made[0]?.id}/evaluation`;
    const { status, body } = await api().request('GET', path, { key });
    expect(status).toBe(200);
    expect((body.score as { total: number }).total).toBe(events[0].data.score);
  });

  test('its thread has the event of the training first, also if it starts from the other', async () => {
    const { app } = await sandboxWithEndpoint();
    const { request_id } = await app.tryOut.trigger.mutate({ name: 'evaluation.completed' });
    const { events } = await app.tryOut.outcome.query({ request_id });
    expect(events?.map(({ type }) => type)).toEqual(['training.completed', 'evaluation.completed']);
    const id = events?.[1]?.id ?? '';
    expect((await app.thread.get.query({ of: 'event', id })).events).toEqual(events);
  });

  test('for the member who was chosen, although the conversation of another member waits', async () => {
    const made = await sandboxWithEndpoint();
    const [one, other] = [await made.sandbox.team.addMember(), await made.sandbox.team.addMember()];
    const { trigger } = made.app.tryOut;
    const held = await trigger.mutate({ name: 'training.completed', member_id: one.memberId });
    const name = 'evaluation.completed';
    const ofOther = await trigger.mutate({ name, member_id: other.memberId });
    expect(ofOther.made).not.toEqual(held.made);
    expect((await trigger.mutate({ name, member_id: one.memberId })).made).toEqual(held.made);
  });
});

describe('members', () => {
  test('a made-up person is invited, accepts without an event, and leaves', async () => {
    const made = await sandboxWithEndpoint();
    const { app } = made;
    const joined = await app.tryOut.trigger.mutate({ name: 'member.joined' });
    const [invited] = await eventsOf(made, joined.request_id);
    expect(invited).toMatchObject({ type: 'member.joined', data: { status: 'invited' } });
    const accepted = await app.tryOut.trigger.mutate({ name: 'member.accepted' });
    expect(accepted.made).toEqual(joined.made);
    expect(await actionsOf(made, accepted.request_id)).toEqual(['member.accepted']);
    expect(await eventsOf(made, accepted.request_id)).toEqual([]);
    const [row] = await made.rows('select * from member where tenant_id = $1 and id = $2', [
      joined.made[0]?.id,
    ]);
    expect(row).toMatchObject({ status: 'active', role: 'member' });
    expect(row.email).toMatch(/@example\.com$/);
    const existing = await api().sql.query('select from person where id = $1 or email = $2', [
      row.user_id,
      row.email,
    ]);
    expect(existing.rowCount).toBe(0);
    const left = await app.tryOut.trigger.mutate({ name: 'member.removed' });
    expect(left.made).toEqual(joined.made);
    expect(await eventsOf(made, left.request_id)).toMatchObject([
      { type: 'member.removed', data: { user_id: row.user_id, status: 'removed' } },
    ]);
  });

  test('if there is no open invitation, somebody is invited first', async () => {
    const made = await sandboxWithEndpoint();
    const { request_id } = await made.app.tryOut.trigger.mutate({ name: 'member.accepted' });
    const actions = await actionsOf(made, request_id);
    expect(actions.toSorted()).toEqual(['member.accepted', 'member.invited']);
    const active = {
      name: 'member.accepted',
      member_id: made.sandbox.team.owner.memberId,
    } as const;
    expect(await codeOf(made.app.tryOut.trigger.mutate(active))).toBe('conflict');
  });

  test('seats and the limit of invitations count as in every team', async () => {
    const sandbox = await Sandbox.make(api(), { seats: 1 });
    const { app } = await sandbox.visit();
    const code = await codeOf(app.tryOut.trigger.mutate({ name: 'member.joined' }));
    expect(code).toBe('seat_limit_reached');
  });

  test('the owner stays, so there may be nobody who could leave', async () => {
    const { app } = await sandboxWithEndpoint();
    const error = await errorOf(app.tryOut.trigger.mutate({ name: 'member.removed' }));
    expect(error.code).toBe('not_found');
    expect(error.detail).toContain('invite somebody');
  });
});

test('a ping goes to the endpoint that was chosen, otherwise to the newest, at most ten times a minute', async () => {
  const { app, endpoint_id } = await sandboxWithEndpoint();
  const chosen = await app.tryOut.trigger.mutate({ name: 'ping', endpoint_id });
  expect(chosen.made).toMatchObject([{ kind: 'delivery' }]);
  for (let n = 1; n < 10; n++) await app.tryOut.trigger.mutate({ name: 'ping' });
  expect(await codeOf(app.tryOut.trigger.mutate({ name: 'ping' }))).toBe('rate_limited');
});

test.each(['assignment.created', 'assignment.completed'] as const)(
  '%s is for programs alone, and the refusal says so',
  async (name) => {
    const { app } = await sandboxWithEndpoint();
    const error = await errorOf(app.tryOut.trigger.mutate({ name }));
    expect(error.code).toBe('conflict');
    expect(error.detail).toContain('through the REST API');
  },
);

describe('outside of a sandbox', () => {
  test('each of the four is refused, whatever the page showed, and nothing is written', async () => {
    const team = await makeTeam(api());
    const endpoint_id = await insertEndpoint(team, { events: `{${everything.join()}}` });
    const { app } = await makeSession(team, team.owner);
    const before = await api().sql.query('select from audit_entry where tenant_id = $1', [
      team.tenantId,
    ]);
    const calls = [
      () => app.tryOut.trigger.mutate({ name: 'training.completed' }),
      () => app.tryOut.trigger.mutate({ name: 'assignment.created' }),
      () => app.tryOut.passTime.mutate({ endpoint_id, time: '3d' }),
      () => app.tryOut.outcome.query({ request_id: '0193d0e8-0000-7000-8000-000000000000' }),
      () => app.tryOut.mails.query({}),
    ];
    for (const call of calls) expect(await codeOf(call())).toBe('not_a_sandbox');
    const after = await api().sql.query('select from audit_entry where tenant_id = $1', [
      team.tenantId,
    ]);
    expect(after.rowCount).toBe(before.rowCount);
  });

  test("an endpoint of the parent or of a stranger's sandbox is not found from a sandbox", async () => {
    const { sandbox, app } = await sandboxWithEndpoint();
    const other = await Sandbox.make(api());
    for (const team of [sandbox.parent, other.team]) {
      const endpoint_id = await insertEndpoint(team);
      const moved = app.tryOut.passTime.mutate({ endpoint_id, time: '1h' });
      expect(await codeOf(moved)).toBe('not_found');
      const pinged = app.tryOut.trigger.mutate({ name: 'ping', endpoint_id });
      expect(await codeOf(pinged)).toBe('not_found');
    }
  });
});

test('if an answer was lost and the call is repeated, nothing is made a second time', async () => {
  const { sandbox, rows } = await sandboxWithEndpoint();
  const browser = await sandbox.visit();
  const body = JSON.stringify({ name: 'training.completed' });
  const once = () => browser.post('tryOut.trigger', body, { 'idempotency-key': 'a-lost-answer' });
  const [first, second] = [await once(), await once()];
  expect(await second.json()).toEqual(await first.json());
  expect(await rows('select from training where tenant_id = $1')).toHaveLength(1);
});
