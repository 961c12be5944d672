import { beforeAll, describe, expect, test } from 'vitest';
import { reportSyncFailure } from '../../src/features/crm/report-sync-failure.ts';
import { asSystem } from '../../src/operation/system-call.ts';
import { answering, Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { type Browser, changeRole, codeOf, makePerson, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { idOf, linesOf } from '../request-log/harness/request-log.ts';
import { Backend, newSessionId } from '../trainings/harness/intake.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';

const api = useApi({ env: { ...loopbackReceivers, SERVICE_TOKEN } });
useWorker(api, { WEBHOOK_RETRY_DELAYS: '1h' });

let team: TestTeam;
let owner: Browser;

beforeAll(async () => {
  team = await makeTeam(api(), { rateLimit: 1_000_000, seats: 1_000 });
  owner = await makeSession(team, team.owner);
});

const threadOf = (kind: 'request' | 'entry' | 'event', id: string, browser = owner) =>
  browser.app.thread.get.query({ of: kind, id });

/** Invites somebody over REST, with an endpoint that answers with these statuses. */
async function invited(...statuses: number[]) {
  const receiver = await openReceiver(answering(...statuses));
  const hook = await Hook.to(api(), { url: receiver.url(), team });
  const email = `${crypto.randomUUID()}@example.com`;
  const answer = await team.request('POST', '/users', { body: { email, role: 'member' } });
  expect(answer.status).toBe(201);
  const memberId = String(answer.body.id);
  const delivery = (await hook.deliveries())[0];
  if (!delivery) throw new Error('Nothing was raised');
  await hook.attempted(delivery.id, 1);
  return { hook, answer, memberId, deliveryId: delivery.id, requestId: idOf(answer) };
}

describe('the thread of a change', () => {
  test('a training starts before it is finished, although both changes have one time', async () => {
    const request = crypto.randomUUID();
    // The ids are in the wrong order, as random ids may be.
    const rows = [
      ['aud_2', 'training.started'],
      ['aud_1', 'training.finished'],
    ];
    for (const [id, action] of rows) {
      await api().sql.query(
        `insert into audit_entry (tenant_id, id, actor_kind, actor_id, action, target_id, request_id,
           created_at)
         values ($1, $2, 'service', 'service', $3, 'trn_1', $4, '2026-11-25T10:00:00Z')`,
        [team.tenantId, id, action, request],
      );
    }
    const { entries } = await threadOf('request', request);
    expect(entries.map(({ action }) => action)).toEqual(['training.started', 'training.finished']);
  });

  test('has request, entry, event, delivery and attempts, whichever of them it is read from', async () => {
    const { hook, answer, memberId, deliveryId, requestId } = await invited(503, 200);
    await owner.app.webhooks.retryDelivery.mutate({ delivery_id: deliveryId });
    await hook.ended(deliveryId);
    await linesOf([answer], owner);

    const ofRequest = await threadOf('request', requestId);
    expect(ofRequest.request).toMatchObject({
      id: requestId,
      state: 'logged',
      line: { method: 'POST', path: '/users', status: 201, key: { prefix: team.keyPrefix } },
    });
    expect(ofRequest.entries).toMatchObject([
      { action: 'member.invited', target: { id: memberId }, request_id: requestId },
    ]);
    expect(ofRequest.events).toMatchObject([{ type: 'member.joined' }]);
    const delivery = ofRequest.events?.[0]?.deliveries.find(({ id }) => id === deliveryId);
    expect(delivery).toMatchObject({
      endpoint: { id: hook.endpointId },
      status: 'ok',
      attempt: 2,
      cause: null,
      attempts: [
        { n: 1, response_code: 503, error: 'http_status' },
        { n: 2, response_code: 200, error: null },
      ],
    });
    expect(ofRequest).toMatchObject({ events_expired: false, has_more: false });

    const [entry] = ofRequest.entries;
    const [event] = ofRequest.events ?? [];
    expect(await threadOf('entry', String(entry?.id))).toEqual(ofRequest);
    expect(await threadOf('event', String(event?.id))).toEqual(ofRequest);
    const { event: ofDelivery } = await owner.app.webhooks.getDelivery.query({
      delivery_id: deliveryId,
    });
    expect(ofDelivery.id).toBe(event?.id);
  });

  test('a delivery that has failed says why, as its diagnosis does', async () => {
    const { requestId, deliveryId } = await invited(422);
    const { events } = await threadOf('request', requestId);
    const delivery = events?.[0]?.deliveries.find(({ id }) => id === deliveryId);
    expect(delivery).toMatchObject({ status: 'pending', cause: 'content' });
  });

  test('a change in the app has no line in the request log, and says so', async () => {
    const { memberId } = await makePerson(team);
    await changeRole(owner, memberId, 'admin');
    const { data } = await owner.app.auditLog.list.query({
      target_id: memberId,
      action: 'member.role_changed',
    });
    const [entry] = data;
    const thread = await threadOf('entry', String(entry?.id));
    expect(thread.request).toEqual({ id: entry?.request_id, state: 'app', line: null });
    expect(thread.entries).toEqual([entry]);
    expect(thread.events).toEqual([]);
  });

  test('a retry belongs to the thread of its delivery', async () => {
    const { hook, deliveryId } = await invited(503);
    const answer = await hook.retry(deliveryId);
    const thread = await threadOf('request', idOf(answer));
    expect(thread.entries).toMatchObject([
      { action: 'webhook_delivery.retried', target: { id: deliveryId } },
    ]);
    expect(thread.events?.[0]?.deliveries.map(({ id }) => id)).toContain(deliveryId);
  });

  test('an event of an earlier release is found by its time and its object', async () => {
    const { memberId, requestId } = await invited(200);
    await api().sql.query(
      'update webhook_event set request_id = null where tenant_id = $1 and request_id = $2',
      [team.tenantId, requestId],
    );
    const thread = await threadOf('request', requestId);
    expect(thread.entries).toMatchObject([{ target: { id: memberId } }]);
    expect(thread.events).toMatchObject([{ type: 'member.joined' }]);
    const back = await threadOf('event', String(thread.events?.[0]?.id));
    expect(back.request?.id).toBe(requestId);
    expect(back.entries).toEqual(thread.entries);
  });

  test('a change by a worker has an event but no request', async () => {
    await Hook.to(api(), { url: 'https://hooks.example.com/', team, events: ['crm.sync.failed'] });
    const failure = {
      connection_id: 'con_01jc5w7x9y1z3a5b7c9d1e3f5g',
      provider: 'hubspot',
      sync_run_id: null,
      reason: 'auth' as const,
      consecutive_failures: 1,
      next_attempt_at: null,
    };
    const now = api().clock.now();
    await asSystem(api().sql, team.tenantId, now, (call) => reportSyncFailure(call, failure));
    const { data } = await owner.app.auditLog.list.query({ action: 'crm.sync_failed' });
    const thread = await threadOf('entry', String(data[0]?.id));
    expect(thread.request).toBeNull();
    expect(thread.events).toMatchObject([{ type: 'crm.sync.failed' }]);
    const back = await threadOf('event', String(thread.events?.[0]?.id));
    expect([back.request, back.entries]).toEqual([null, thread.entries]);
  });

  test('an event has its own thread, even among thirty of one person in one request', async () => {
    const world = await makeTeam(api());
    const { userId } = await world.addMember();
    await Hook.to(api(), {
      url: 'https://hooks.example.com/',
      team: world,
      events: ['training.completed'],
    });
    const session = await makeSession(world, world.owner);
    const trainings = Array.from({ length: 30 }, () => ({
      session_id: newSessionId(),
      user_id: userId,
      started_at: '2026-11-03T08:15:00Z',
      finished_at: '2026-11-03T08:25:00Z',
    }));
    const results = await new Backend(world).record(trainings);
    const { rows } = await api().sql.query<{ id: string; training: string; request_id: string }>(
      `select id, body::json -> 'data' ->> 'training_id' as training, request_id from webhook_event
       where tenant_id = $1 and type = 'training.completed' order by id`,
      [world.tenantId],
    );
    const last = rows.at(-1);
    const thread = await threadOf('event', String(last?.id), session);
    expect(thread.events?.map(({ id }) => id)).toEqual([last?.id]);
    expect(thread.events?.[0]?.deliveries).toHaveLength(1);
    expect(thread.entries.map(({ target }) => target.id)).toEqual([last?.training]);
    // All changes of a request have the same time. The thread has them in the order in which they were made.
    const made = results.map((one) => one.ok && one.training_id);
    expect(rows.map(({ training }) => training)).toEqual(made);
    const whole = await threadOf('request', String(last?.request_id), session);
    expect(whole.entries.map(({ target }) => target.id)).toEqual(made.slice(-20));
  });

  test('after thirty days the line is removed, and the answer says why', async () => {
    const { requestId, answer } = await invited(200);
    await linesOf([answer], owner);
    await api().sql.query(
      "update audit_entry set created_at = created_at - interval '31 days' where tenant_id = $1 and request_id = $2",
      [team.tenantId, requestId],
    );
    await api().sql.query('delete from request_log where tenant_id = $1', [team.tenantId]);
    const thread = await threadOf('request', requestId);
    expect(thread.request).toEqual({ id: requestId, state: 'expired', line: null });
    expect(thread).toMatchObject({ events: [], events_expired: true });
  });
});

describe('who sees what of a thread', () => {
  test('an admin without the right to interfaces sees the entry, but neither line nor delivery', async () => {
    const { requestId, memberId } = await invited(200);
    const admin = await makeSession(team, await makePerson(team, { role: 'admin' }));
    const thread = await threadOf('request', requestId, admin);
    expect(thread.entries).toMatchObject([{ target: { id: memberId } }]);
    expect(thread.request).toEqual({ id: requestId, state: 'hidden', line: null });
    expect(thread.events).toBeNull();
  });

  test('another team sees nothing', async () => {
    const { requestId } = await invited(200);
    const { entries, events } = await threadOf('request', requestId);
    const other = await makeTeam(api());
    const stranger = await makeSession(other, other.owner);
    expect(await threadOf('request', requestId, stranger)).toMatchObject({
      request: { state: 'missing', line: null },
      entries: [],
      events: [],
    });
    for (const [kind, id] of [
      ['entry', entries[0]?.id],
      ['event', events?.[0]?.id],
      ['request', 'no-uuid'],
    ] as const) {
      expect(await codeOf(threadOf(kind, String(id), stranger))).toBe('not_found');
    }
  });
});
