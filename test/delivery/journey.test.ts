import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import type { ReceivedRequest } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { makeWorld } from '../harness/world.ts';
import {
  answering,
  expectRecordedSoonAfter,
  Hook,
  openReceiver,
  useWorker,
} from './harness/hook.ts';

const api = useApi({ env: loopbackReceivers });
useWorker(api);

// Stripe's library reads `t=…,v1=…` independently of this project.
const { webhooks } = new Stripe('sk_test_none');

function verified({ rawBody, headers }: ReceivedRequest, secret: string) {
  return webhooks.constructEvent(rawBody, String(headers['svc-signature']), secret);
}

const signedAt = ({ headers }: ReceivedRequest) =>
  Number(/^t=(\d+),/.exec(String(headers['svc-signature']))?.[1]);

test('a change through the API arrives as an event, can be verified, and is in the list', async () => {
  const receiver = await openReceiver((_, response) => {
    response.statusCode = 202;
    response.end('thanks');
  });
  const { team, member, situation, personality, industry } = await makeWorld(api());
  const url = receiver.url('/hooks/in?from=team-api');
  const hook = await Hook.to(api(), { team, url, events: ['assignment.created'] });
  const made = await team.request('POST', '/assignments', {
    body: {
      member_id: member.memberId,
      title: 'Übung',
      situation_id: situation,
      personality_id: personality,
      industry_id: industry,
    },
  });
  await receiver.waitFor(1);
  const [request] = receiver.requests as [ReceivedRequest];
  expect([request.method, request.path]).toEqual(['POST', '/hooks/in?from=team-api']);
  expect(request.headers['content-type']).toBe('application/json');
  const envelope = verified(request, hook.secret);
  expect(envelope).toEqual({
    id: request.headers['svc-event-id'],
    type: 'assignment.created',
    created_at: expect.any(String),
    api_version: expect.stringMatching(/^\d{4}-\d\d$/),
    tenant_id: team.tenantId,
    data: {
      team_id: team.tenantId,
      assignment_id: made.body.id,
      member_id: member.memberId,
      user_id: member.userId,
      status: 'open',
    },
  });
  const [delivery] = await hook.deliveries();
  const { ended_at } = await hook.ended(String(delivery?.id));
  expect(await hook.listed(String(delivery?.id))).toEqual({
    id: delivery?.id,
    attempt: 1,
    status: 'ok',
    event_type: 'assignment.created',
    created_at: expect.any(String),
    next_try_at: null,
    response_code: 202,
    response_excerpt: 'thanks',
    response_ms: expect.any(Number),
    error: null,
  });
  const endpoints = (await team.request('GET', '/webhook-endpoints')).body.data;
  const { last_success_at } = await hook.endpoint();
  expectRecordedSoonAfter(last_success_at, ended_at);
  expect(endpoints[0]).toMatchObject({ last_success_at: last_success_at?.toISOString() });
});

test('D161: one event has one id for all endpoints and retries; each delivery has its own', async () => {
  const failing = await openReceiver(answering(500, 500, 200));
  const other = await openReceiver();
  const first = await Hook.to(api(), { url: failing.url() });
  const { team } = first;
  const second = await Hook.to(api(), { team, url: other.url() });
  const id = await first.happen();
  await first.attempted(id, 1);
  await first.pass(60_000);
  await first.attempted(id, 2);
  expect((await first.retry(id)).status).toBe(202);
  expect(await first.ended(id)).toMatchObject({ status: 'ok', attempt: 3 });
  await other.waitFor(1);
  const all = [...failing.requests, ...other.requests];
  const ids = new Set(all.map(({ headers }) => headers['svc-event-id']));
  expect([all.length, ids.size]).toEqual([4, 1]);
  for (const { rawBody, headers } of all) {
    expect(JSON.parse(rawBody.toString())).toMatchObject({ id: headers['svc-event-id'] });
  }
  const [own] = await second.deliveries();
  expect(own).toMatchObject({ event_id: (await first.delivery(id)).event_id });
  expect(own?.id).not.toBe(id);
});

test('D160: the bytes of an event are frozen, and D162: each attempt signs them again', async () => {
  const receiver = await openReceiver(answering(500, 200));
  const hook = await Hook.to(api(), { url: receiver.url() });
  const id = await hook.happen();
  await hook.attempted(id, 1);
  const [before] = receiver.requests as [ReceivedRequest];
  const isLater = () => Math.floor(Date.now() / 1000) > signedAt(before);
  await until('the next second', isLater);
  await hook.pass(60_000);
  expect(await hook.ended(id)).toMatchObject({ status: 'ok', attempt: 2 });
  const [first, second] = receiver.requests as [ReceivedRequest, ReceivedRequest];
  expect(second.rawBody.equals(first.rawBody)).toBe(true);
  expect(second.headers['svc-event-id']).toBe(first.headers['svc-event-id']);
  expect(signedAt(second)).toBeGreaterThan(signedAt(first));
  expect(Math.abs(signedAt(second) - Date.now() / 1000)).toBeLessThan(30);
  for (const request of [first, second]) verified(request, hook.secret);
});

test('D160, D162: frozen bytes are sent and signed as they are, in whatever form they were written', async () => {
  const receiver = await openReceiver();
  const hook = await Hook.to(api(), { url: receiver.url() });
  await hook.change({ status: 'disabled' });
  const { event_id } = await hook.delivery(await hook.happen());
  const body = '{ "id": "evt",\n"twice": 1, "twice": 1.0, "exact": 12345678901234567890 }';
  await api().sql.query('update webhook_event set body = $2 where id = $1', [event_id, body]);
  await hook.change({ status: 'active' });
  await receiver.waitFor(1);
  const [request] = receiver.requests as [ReceivedRequest];
  expect(request.rawBody.toString()).toBe(body);
  expect(verified(request, hook.secret)).toMatchObject({ id: 'evt' });
});

test('D162: t is not later than the arrival of the request, by the same clock', async () => {
  const arrivals: number[] = [];
  const receiver = await openReceiver((_, response) => {
    arrivals.push(Date.now() / 1000);
    response.end();
  });
  const hook = await Hook.to(api(), { url: receiver.url() });
  for (let pings = 1; pings <= 3; pings += 1) {
    // In the first half of a second, so that rounding up would be noticed.
    await until('the begin of a second', () => Date.now() % 1000 < 500);
    await hook.ping();
    await receiver.waitFor(pings);
  }
  for (const [i, request] of receiver.requests.entries()) {
    expect(signedAt(request)).toBeLessThanOrEqual(arrivals[i] ?? 0);
  }
});

describe('D154: a change applies to the next attempt and the next event', () => {
  test('a retry goes to a new url, with the same bytes', async () => {
    const old = await openReceiver(answering(500));
    const moved = await openReceiver();
    const hook = await Hook.to(api(), { url: old.url() });
    const id = await hook.happen();
    await hook.attempted(id, 1);
    await hook.change({ url: moved.url('/new') });
    await hook.pass(60_000);
    expect(await hook.ended(id)).toMatchObject({ status: 'ok', attempt: 2 });
    expect([old.requests.length, moved.requests.length]).toEqual([1, 1]);
    expect(moved.requests[0]?.path).toBe('/new');
    expect(moved.requests[0]?.rawBody).toEqual(old.requests[0]?.rawBody);
  });

  test('an event of a type that was unsubscribed afterwards is still sent', async () => {
    const receiver = await openReceiver(answering(500, 200));
    const hook = await Hook.to(api(), { url: receiver.url() });
    const id = await hook.happen();
    await hook.attempted(id, 1);
    await hook.change({ events: ['member.removed'] });
    const { memberId } = await hook.team.addMember();
    expect(await hook.deliveries()).toHaveLength(1);
    await hook.team.request('DELETE', `/users/${memberId}`);
    await hook.pass(60_000);
    expect(await hook.ended(id)).toMatchObject({ status: 'ok' });
    await receiver.waitFor(3);
    const types = receiver.requests.map(({ rawBody }) => JSON.parse(rawBody.toString()).type);
    expect(types.toSorted()).toEqual(['member.joined', 'member.joined', 'member.removed']);
  });
});
