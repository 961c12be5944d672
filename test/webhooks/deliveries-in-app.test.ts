import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  answering,
  expectWithinSecond,
  Hook,
  openReceiver,
  useWorker,
} from '../delivery/harness/hook.ts';
import { type Browser, codeOf, makePerson, makeSession } from '../harness/app.ts';
import type { Receiver } from '../harness/receiver.ts';
import { auditOf } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { loopbackReceivers } from '../harness/worker.ts';

const api = useApi({ env: loopbackReceivers });
useWorker(api, { WEBHOOK_RETRY_DELAYS: '1h' });

let team: TestTeam;
let admin: Person;
let browser: Browser;

beforeAll(async () => {
  team = await makeTeam(api(), { rateLimit: 1_000_000, seats: 1_000 });
  admin = await makePerson(team, { role: 'admin', canManageKeys: true });
  browser = await makeSession(team, admin);
});

async function hookTo(receiver: Receiver): Promise<Hook> {
  return Hook.to(api(), { url: receiver.url(), team });
}

const detail = (delivery_id: string) => browser.app.webhooks.getDelivery.query({ delivery_id });

/** Moves the attempts of a delivery this many seconds into the past. Returns when they were signed. */
async function signedAgo(id: string, seconds: number): Promise<number[]> {
  const { rows } = await api().sql.query<{ was: number }>(
    `with before as (select n, signed_at from webhook_attempt where delivery_id = $1)
     update webhook_attempt a set signed_at = $2::timestamptz - make_interval(secs => $3)
     from before b where a.delivery_id = $1 and a.n = b.n
     returning extract(epoch from b.signed_at)::integer as was`,
    [id, api().clock.now(), seconds],
  );
  return rows.map(({ was }) => was);
}

async function named(name: string): Promise<void> {
  await api().sql.query('update person set name = $2 where id = $1', [admin.userId, name]);
}

describe('one delivery', () => {
  test('shows the bytes that were sent, and every attempt with its headers and its answer', async () => {
    const receiver = await openReceiver((_, response) => {
      response.statusCode = receiver.requests.length === 1 ? 503 : 200;
      response.end('So it is');
    });
    const hook = await hookTo(receiver);
    const id = await hook.happen();
    await hook.attempted(id, 1);
    await browser.app.webhooks.retryDelivery.mutate({ delivery_id: id });
    await hook.ended(id);

    await signedAgo(id, 301);
    const shown = await detail(id);
    expect(shown).toMatchObject({
      id,
      endpoint: { id: hook.endpointId, url: receiver.url(), status: 'active' },
      event: { type: 'member.joined', hidden: [] },
      status: 'ok',
      attempt: 2,
      error: null,
      next_try_at: null,
      waiting: null,
      can_retry: false,
    });
    expect(shown.event.body).toBe(String(receiver.requests[0]?.rawBody));
    expect(shown.attempts).toMatchObject([
      { n: 1, response_code: 503, response_excerpt: 'So it is', error: 'http_status' },
      { n: 2, response_code: 200, response_excerpt: 'So it is', error: null },
    ]);
    for (const [i, { headers }] of receiver.requests.entries()) {
      const {
        'svc-signature': signature = '',
        'webhook-signature': standard,
        'webhook-timestamp': at,
        ...others
      } = shown.attempts[i]?.request_headers ?? {};
      expect(headers).toMatchObject(others);
      const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(signature) ?? [];
      const mac = createHmac('sha256', hook.secret).update(`${t}.${shown.event.body}`);
      expect([v1, at]).toEqual([mac.digest('hex'), t]);
      // The headers of Standard Webhooks sign the same.
      const key = Buffer.from(hook.secret.slice('whsec_'.length), 'base64');
      const signed = `${others['webhook-id']}.${t}.${shown.event.body}`;
      expect(standard).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    }
    expect(shown.time_line.map(({ what }) => what)).toEqual([
      'raised',
      'attempted',
      'retry_asked',
      'arrived',
    ]);
  });

  test('shows no signature that receivers still accept, nor one over hidden or erased fields', async () => {
    const receiver = await openReceiver();
    const hook = await hookTo(receiver);
    const id = await hook.happen();
    await hook.ended(id);
    const { 'svc-signature': sent = '', 'svc-event-id': event_id } =
      receiver.requests[0]?.headers ?? {};
    const hidden = async () => {
      const [{ request_headers, signature_hidden } = {}] = (await detail(id)).attempts;
      expect(request_headers).toMatchObject({ 'svc-event-id': event_id });
      for (const name of ['svc-signature', 'webhook-signature']) {
        expect([name, name in (request_headers ?? {})]).toEqual([name, signature_hidden === null]);
      }
      return signature_hidden;
    };
    expect(await signedAgo(id, 300)).toEqual([Number(/^t=(\d+)/.exec(String(sent))?.[1])]);
    expect(await hidden()).toBe('young');
    // A worker's clock may be fast.
    await signedAgo(id, -60);
    expect(await hidden()).toBe('young');
    await signedAgo(id, 301);
    expect(await hidden()).toBe(null);
    await team.set({ member_detail_enabled: false });
    try {
      expect(await hidden()).toBe('personal');
    } finally {
      await team.set({ member_detail_enabled: true });
    }
    await api().sql.query(
      `update webhook_event e set body = replace(e.body, '"usr_', '"[erased] usr_')
       from webhook_delivery d where d.id = $1 and e.id = d.event_id`,
      [id],
    );
    expect(await hidden()).toBe('personal');
  });

  test('names who has asked for an attempt, and says that it is queued', async () => {
    await named('Anna Beispiel');
    const receiver = await openReceiver(answering(500));
    const hook = await hookTo(receiver);
    const id = await hook.happen();
    await hook.attempted(id, 1);
    expect(await detail(id)).toMatchObject({ waiting: null, can_retry: true });
    const by = { kind: 'user', id: admin.memberId, name: 'Anna Beispiel', is_me: true };
    await browser.app.webhooks.retryDelivery.mutate({ delivery_id: id });
    await hook.attempted(id, 2);
    await hook.retry(id);
    await hook.attempted(id, 3);
    const { attempts, time_line } = await detail(id);
    expect(attempts.map(({ manual }) => manual)).toMatchObject([
      null,
      { by, run_id: null },
      { by: { kind: 'key', name: null, is_me: false } },
    ]);
    expect(time_line.map(({ what }) => what)).toEqual([
      'raised',
      'attempted',
      'retry_asked',
      'attempted',
      'retry_asked',
      'attempted',
      'next_try',
    ]);
    const other = await makeSession(team, team.owner);
    const seen = await other.app.webhooks.getDelivery.query({ delivery_id: id });
    expect(seen.attempts[1]?.manual?.by).toEqual({ ...by, is_me: false });
  });

  test('says that a retry is under way, and who has asked for it', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const receiver = await openReceiver(async (_, response) => {
      if (receiver.requests.length > 1) await released;
      response.statusCode = 500;
      response.end();
    });
    const hook = await hookTo(receiver);
    const id = await hook.happen();
    await hook.attempted(id, 1);
    await browser.app.webhooks.retryDelivery.mutate({ delivery_id: id });
    await receiver.waitFor(2);
    const shown = await detail(id);
    expect(shown).toMatchObject({ attempt: 1, can_retry: false });
    expect(shown.waiting).toMatchObject({ by: { id: admin.memberId, is_me: true } });
    expect(shown.time_line.map(({ what }) => what)).toContain('retry_asked');
    release();
    await hook.attempted(id, 2);
    expect(await detail(id)).toMatchObject({ waiting: null, can_retry: true });
  });

  test('hides what the privacy switches hide now, even if it was sent', async () => {
    await named('Anna Beispiel');
    const hook = await hookTo(await openReceiver(answering(500)));
    const id = await hook.happen();
    await hook.attempted(id, 1);
    await browser.app.webhooks.retryDelivery.mutate({ delivery_id: id });
    await hook.attempted(id, 2);
    expect(JSON.parse((await detail(id)).event.body).data.user_id).toMatch(/^usr_/);
    await team.set({ member_detail_enabled: false });
    try {
      const { event, attempts } = await detail(id);
      expect(event.hidden).toEqual(['user_id']);
      expect(event.body).not.toContain('usr_');
      expect(JSON.parse(event.body).data.member_id).toMatch(/^mem_/);
      expect(attempts[1]?.manual?.by).toMatchObject({ name: 'Anna Beispiel', is_me: true });
      const other = await makeSession(team, team.owner);
      const seen = await other.app.webhooks.getDelivery.query({ delivery_id: id });
      expect(seen.attempts[1]?.manual?.by).toMatchObject({ id: admin.memberId, name: null });
    } finally {
      await team.set({ member_detail_enabled: true });
    }
  });

  test('shows one moment, even if the delivery arrives while it is read', async () => {
    const hook = await hookTo(await openReceiver(answering(500)));
    const id = await hook.happen();
    await hook.attempted(id, 1);
    const client = await api().sql.connect();
    try {
      await client.query('begin; lock table webhook_retry in access exclusive mode');
      const pending = detail(id);
      await waitingBackend(api().sql, 'select d.status, d.attempt');
      await client.query(
        `insert into webhook_attempt (tenant_id, delivery_id, n, started_at, response_code, lease_no)
         select tenant_id, delivery_id, 2, started_at, 200, lease_no + 1
         from webhook_attempt where delivery_id = $1`,
        [id],
      );
      await client.query('delete from webhook_pending where delivery_id = $1', [id]);
      await client.query('commit');
      const { status, attempt, attempts, time_line } = await pending;
      expect(attempts).toHaveLength(attempt);
      const arrived = time_line.some(({ what }) => what === 'arrived');
      expect(arrived).toBe(status === 'ok');
    } finally {
      client.release(true);
    }
  });

  test('of an endpoint that is deleted, or of another team, is not found', async () => {
    const hook = await hookTo(await openReceiver());
    const id = await hook.happen();
    await hook.ended(id);
    const stranger = await makeTeam(api());
    const outside = await makeSession(stranger, stranger.owner);
    const ask = outside.app.webhooks.getDelivery.query({ delivery_id: id });
    expect(await codeOf(ask)).toBe('not_found');
    await hook.remove();
    expect(await codeOf(detail(id))).toBe('not_found');
  });
});

describe('another URL of an endpoint asks for a fresh proof', () => {
  test('its other fields do not', async () => {
    const receiver = await openReceiver();
    const hook = await hookTo(receiver);
    const stale = await makeSession(team, admin, { provedAt: null });
    const version = async () => {
      const { data } = await stale.app.webhooks.listEndpoints.query({});
      return data.find(({ id }) => id === hook.endpointId)?.version ?? '';
    };
    const change = async (browserOf: Browser, fields: { url?: string; description?: string }) =>
      browserOf.app.webhooks.changeEndpoint.mutate({
        endpoint_id: hook.endpointId,
        version: await version(),
        ...fields,
      });
    const url = receiver.url('/elsewhere');
    expect(await codeOf(change(stale, { url }))).toBe('fresh_proof_required');
    expect((await change(stale, { url: receiver.url(), description: 'Mine' })).description).toBe(
      'Mine',
    );
    expect((await change(browser, { url })).url).toBe(url);
    const changed = (await auditOf(team, hook.endpointId)).flatMap(
      ({ changes }) => changes?.changed ?? [],
    );
    expect(changed.toSorted()).toEqual(['description', 'url']);
  });
});

test('an attempt that a person asks for appears within a second', async () => {
  const hook = await hookTo(await openReceiver(answering(500)));
  const id = await hook.happen();
  await hook.attempted(id, 1);
  await expectWithinSecond(api().sql, async () => {
    await browser.app.webhooks.retryDelivery.mutate({ delivery_id: id });
    await until('the manual attempt', async () => (await detail(id)).attempts[1]?.manual != null);
  });
});
