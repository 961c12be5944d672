import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { retention } from '../../src/worker/housekeeping/retention.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { makeSession } from '../harness/app.ts';
import { links } from '../harness/mailed-links.ts';
import type { Receiver } from '../harness/receiver.ts';
import { insertDelivery } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { answering, expectWithinSecond, Hook, openReceiver, useWorker } from './harness/hook.ts';
import { insertKept } from './harness/kept-events.ts';

const api = useApi({ env: loopbackReceivers });
useWorker(api, { WEBHOOK_RETRY_DELAYS: '1h', WEBHOOK_TIMEOUT: '60s' });

const ago = (ms: number) => new Date(api().clock.now().getTime() - ms);

async function replay({ team, endpointId }: Hook, body: object = {}): Promise<string> {
  const path = `/webhook-endpoints/${endpointId}/replay`;
  const since = ago(29 * DAY_MS).toISOString();
  const answer = await team.request('POST', path, { body: { since, only: 'all', ...body } });
  expect([answer.status, answer.body.code]).toEqual([202, undefined]);
  return String(answer.body.replay_id);
}

const stateOf = async ({ team, endpointId }: Hook, id: string) =>
  (await team.request('GET', `/webhook-endpoints/${endpointId}/replays/${id}`)).body;

async function ended(hook: Hook, id: string) {
  await until('the end of the replay', async () => {
    const { status } = await stateOf(hook, id);
    const waiting = (await hook.deliveries()).filter((one) => one.urgent_at !== null);
    return status !== 'running' && waiting.length === 0;
  });
  return stateOf(hook, id);
}

const idsAt = ({ requests }: Receiver) => requests.map(({ headers }) => headers['svc-event-id']);

/** A receiver that answers when it is released. */
async function openHanging() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const receiver = await openReceiver(async (_, response) => {
    await released;
    response.end();
  });
  return { receiver, release };
}

async function hookTo(receiver: Receiver, team?: TestTeam): Promise<Hook> {
  const hook = await Hook.to(api(), {
    url: receiver.url(),
    events: ['training.completed'],
    ...(team && { team }),
  });
  await hook.prove();
  return hook;
}

describe('D181: a replay of all', () => {
  test('sends each kept event once as a new delivery with the same event id, also from before the endpoint was made', async () => {
    const receiver = await openReceiver();
    const team = await makeTeam(api(), { rateLimit: 1_000_000 });
    const events: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      events.push(await insertKept(team, { created_at: ago((41 - n) * HOUR_MS) }));
    }
    await insertKept(team, { type: 'member.removed' });
    const hook = await hookTo(receiver, team);
    const id = await replay(hook);
    expect(await ended(hook, id)).toMatchObject({ status: 'finished', deliveries: 40 });
    expect(idsAt(receiver).toSorted()).toEqual(events.toSorted());
    const deliveries = await hook.deliveries();
    expect(deliveries).toHaveLength(40);
    for (const one of deliveries) {
      // A delivery's id has the event's digits of time.
      expect(one).toMatchObject({ status: 'ok', attempt: 1 });
      expect(one.id.slice(4, 14)).toBe(one.event_id.slice(4, 14));
    }
    const again = await replay(hook);
    expect(await ended(hook, again)).toMatchObject({ status: 'finished', deliveries: 40 });
    expect(new Set((await hook.deliveries()).map((one) => one.id)).size).toBe(80);
    const { app } = await makeSession(team, team.owner);
    const found = await app.webhooks.retryProgress.query({ retry_id: again });
    expect(found.outcome).toEqual({ arrived: 40, failed: 0, waiting: 0 });
  });

  test('what fails is given up, and a replay of what failed sends it again', async () => {
    const receiver = await openReceiver(answering(500, 200));
    const hook = await hookTo(receiver);
    const event = await insertKept(hook.team);
    await ended(hook, await replay(hook));
    const [first] = await hook.deliveries();
    expect(first).toMatchObject({ event_id: event, status: 'gave_up', attempt: 1 });
    await ended(hook, await replay(hook, { only: 'failed' }));
    const [second, ...more] = await hook.deliveries();
    expect(more).toEqual([]);
    expect(second).toMatchObject({ id: first?.id, status: 'ok', attempt: 2 });
  });

  test('housekeeping keeps a new delivery of an old event for 30 days', async () => {
    const receiver = await openReceiver();
    const hook = await hookTo(receiver);
    await insertKept(hook.team, { created_at: ago(29 * DAY_MS) });
    await ended(hook, await replay(hook));
    const { sql: pool, clock } = api();
    // Workers write the time of this machine.
    const ms = Date.now() + 20 * DAY_MS - clock.now().getTime();
    clock.travel(ms);
    const rules = retention();
    await runHousekeeping({ pool, clock, log: createLogger('silent'), links }, { rules });
    const kept = await hook.deliveries();
    clock.travel(-ms);
    expect(kept).toMatchObject([{ status: 'ok' }]);
  });

  test('is stopped with its endpoint: at most 16 deliveries are queued', async () => {
    for (const end of ['pause', 'remove', 'stop'] as const) {
      const { receiver, release } = await openHanging();
      const hook = await hookTo(receiver);
      for (let n = 0; n < 30; n += 1) await insertKept(hook.team);
      const id = await replay(hook);
      await receiver.waitFor(16);
      const path = `/webhook-endpoints/${hook.endpointId}/replays/${id}`;
      if (end === 'pause') await hook.change({ status: 'disabled' });
      else if (end === 'remove') expect((await hook.remove()).status).toBe(200);
      else expect((await hook.team.request('DELETE', path)).status).toBe(200);
      release();
      const runs = 'select retried, stopped from webhook_retry_run where id = $1';
      await until('its end', async () => {
        const text = 'select from webhook_pending where endpoint_id = $1 and urgent_at is not null';
        return end === 'remove' || !(await api().sql.query(text, [hook.endpointId])).rowCount;
      });
      expect((await api().sql.query(runs, [id])).rows).toEqual([{ retried: 16, stopped: true }]);
      expect(receiver.requests).toHaveLength(16);
    }
  });

  test('D141: is stopped when its endpoint is paused for failures', async () => {
    const { receiver, release } = await openHanging();
    const hook = await hookTo(receiver);
    for (let n = 0; n < 30; n += 1) await insertKept(hook.team);
    const id = await replay(hook);
    await receiver.waitFor(16);
    await hook.set("failing_since = now() - interval '4 days'");
    await until('the pause', async () => (await hook.endpoint()).status === 'disabled_failures');
    expect(await stateOf(hook, id)).toMatchObject({ status: 'stopped', deliveries: 16 });
    release();
    await ended(hook, id);
    expect(receiver.requests).toHaveLength(16);
  });

  test('that was not counted ends at the limit of the day', async () => {
    const { receiver, release } = await openHanging();
    const hook = await hookTo(receiver);
    for (let n = 0; n < 30; n += 1) await insertKept(hook.team);
    const id = await replay(hook);
    await receiver.waitFor(16);
    await api().sql.query(
      'update webhook_retry_run set expected = null, retried = 99990 where id = $1',
      [id],
    );
    expect((await stateOf(hook, id)).deliveries).toBe(null);
    release();
    expect(await ended(hook, id)).toMatchObject({ status: 'stopped', deliveries: 100_000 });
    expect(receiver.requests).toHaveLength(26);
  });
});

describe('D180: a replay sends what the privacy switch shows at that moment', () => {
  const bodyOf = (receiver: Receiver, n: number) =>
    JSON.parse(String(receiver.requests[n]?.rawBody)) as { data: Record<string, unknown> };

  test.each(['all', 'failed'])(
    'with `only: %s`, and the app shows the signature that was sent',
    async (only) => {
      const receiver = await openReceiver(answering(500, 500, 200));
      const hook = await hookTo(receiver);
      const { team } = hook;
      await insertKept(team);
      await ended(hook, await replay(hook));
      expect(bodyOf(receiver, 0).data).toMatchObject({ user_id: 'usr_1', score: 70 });
      const [former] = await hook.deliveries();
      await team.set({ member_detail_enabled: false });
      await ended(hook, await replay(hook, { only }));
      expect(bodyOf(receiver, 1).data).toEqual({ team_id: team.tenantId, training_id: 'trn_1' });
      const delivery_id = (await hook.deliveries()).find(
        ({ id }) => (id === former?.id) === (only === 'failed'),
      )?.id;
      await api().sql.query('update webhook_attempt set signed_at = $1 where delivery_id = $2', [
        ago(HOUR_MS),
        delivery_id,
      ]);
      const { app } = await makeSession(team, team.owner);
      const detail = await app.webhooks.getDelivery.query({ delivery_id: delivery_id ?? '' });
      const shown = detail.attempts.at(-1);
      const headers = shown?.request_headers ?? {};
      expect(shown?.signature_hidden).toBe(null);
      const signature = String(headers['svc-signature']);
      const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(signature) ?? [];
      const sent = receiver.requests[1]?.rawBody;
      expect(v1).toBe(createHmac('sha256', hook.secret).update(`${t}.${sent}`).digest('hex'));
      // A later retry of this delivery alone sends the same.
      expect((await hook.retry(delivery_id ?? '')).status).toBe(202);
      await receiver.waitFor(3);
      expect(bodyOf(receiver, 2).data).not.toHaveProperty('user_id');
    },
  );
});

describe('D181: "a live event never waits behind a replay"', () => {
  test('of the same endpoint, whose sixteen requests hang', async () => {
    const { receiver, release } = await openHanging();
    const hook = await Hook.to(api(), { url: receiver.url() });
    await hook.prove();
    const kept = { type: 'member.joined', created_at: ago(HOUR_MS) };
    for (let n = 0; n < 40; n += 1) await insertKept(hook.team, kept);
    const id = await replay(hook, { until: api().clock.now().toISOString() });
    await receiver.waitFor(16);
    await expectWithinSecond(api().sql, async () => {
      await hook.team.addMember();
      await receiver.waitFor(17);
    });
    const live = receiver.requests[16]?.rawBody;
    expect(JSON.parse(String(live)).data).toHaveProperty('member_id');
    release();
    expect(await ended(hook, id)).toMatchObject({ status: 'finished', deliveries: 40 });
  });

  test('of a single failed delivery neither', async () => {
    const { receiver, release } = await openHanging();
    const hook = await hookTo(receiver);
    const failed = { status: 'gave_up', attempt: 1, ended_at: api().clock.now() } as const;
    const single = await insertDelivery(hook.team, { endpoint_id: hook.endpointId, ...failed });
    for (let n = 0; n < 40; n += 1) await insertKept(hook.team);
    const id = await replay(hook);
    await receiver.waitFor(16);
    await expectWithinSecond(api().sql, async () => {
      await hook.retry(single);
      await receiver.waitFor(17);
    });
    release();
    await ended(hook, id);
  });
});
