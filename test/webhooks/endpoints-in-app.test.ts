import Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import {
  answering,
  expectWithinSecond,
  Hook,
  openReceiver,
  useWorker,
} from '../delivery/harness/hook.ts';
import { type Browser, codeOf, makePerson, makeSession } from '../harness/app.ts';
import { auditOf, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';

const api = useApi({ env: loopbackReceivers });
useWorker(api, { WEBHOOK_RETRY_DELAYS: '1h' });
const { webhooks } = new Stripe('sk_test_none');

let team: TestTeam;
let admin: Person;
let browser: Browser;

/** Attempts use the database's clock. */
function followTheDatabase(): void {
  api().clock.travel(Date.now() - api().clock.now().getTime());
}

beforeAll(async () => {
  followTheDatabase();
  team = await makeTeam(api(), { rateLimit: 1_000_000, seats: 1_000 });
  admin = await makePerson(team, { role: 'admin', canManageKeys: true });
  browser = await makeSession(team, admin);
});

const hookTo = (url: string) => Hook.to(api(), { url, team });
const endpointOf = (endpoint_id: string) => browser.app.webhooks.getEndpoint.query({ endpoint_id });

describe('the health of an endpoint', () => {
  const health = async (endpoint_id: string, period: '24h' | '7d' = '24h') => {
    const { data } = await browser.app.webhooks.endpointHealth.query({ endpoint_id, period });
    return data[0];
  };

  test('counts each attempt once, in the hour in which it began, as arrived or failed', async () => {
    const receiver = await openReceiver(answering(500, 500, 200));
    const hook = await hookTo(receiver.url());
    const first = await hook.happen();
    await hook.attempted(first, 1);
    const second = await hook.happen();
    await hook.attempted(second, 1);
    await hook.happen().then((id) => hook.ended(id));
    // Another hour may have begun.
    followTheDatabase();
    const shown = await health(hook.endpointId);
    expect(shown).toMatchObject({ ok: 1, failed: 2 });
    expect(shown?.hours).toHaveLength(24);
    const { rows } = await api().sql.query(
      `select date_trunc('hour', a.started_at, 'UTC') as at, a.error is null as ok
       from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id
       where d.endpoint_id = $1`,
      [hook.endpointId],
    );
    for (const { at, ok, failed } of shown?.hours ?? []) {
      const attempts = rows.filter((row) => row.at.toISOString() === at);
      expect([ok, failed]).toEqual([
        attempts.filter((row) => row.ok).length,
        attempts.filter((row) => !row.ok).length,
      ]);
    }
    expect((await health(hook.endpointId, '7d'))?.hours).toHaveLength(7 * 24);
  });

  test('shows the hours that are kept, and all endpoints at once for one day only', async () => {
    const endpoint_id = await insertEndpoint(team);
    const now = Math.floor(api().clock.now().getTime() / HOUR_MS) * HOUR_MS;
    for (const [ago, ok] of [
      [0, 1],
      [23, 2],
      [24, 4],
      [167, 8],
      [168, 16],
    ] as const) {
      await api().sql.query(
        `insert into webhook_endpoint_hour (tenant_id, endpoint_id, hour, ok, failed)
         values ($1, $2, $3, $4, 0)`,
        [team.tenantId, endpoint_id, new Date(now - ago * HOUR_MS), ok],
      );
    }
    expect(await health(endpoint_id)).toMatchObject({ ok: 3 });
    expect(await health(endpoint_id, '7d')).toMatchObject({ ok: 15 });
    const { data } = await browser.app.webhooks.endpointHealth.query({});
    expect(data.find((entry) => entry.endpoint_id === endpoint_id)).toMatchObject({ ok: 3 });
    const all = browser.app.webhooks.endpointHealth.query({ period: '7d' });
    expect(await codeOf(all)).toBe('validation_error');
  });

  test('says since when it has been failing, when it will be paused, and what waits', async () => {
    const receiver = await openReceiver(answering(500));
    const hook = await hookTo(receiver.url());
    const id = await hook.happen();
    await hook.attempted(id, 1);
    const { failing_since } = await hook.endpoint();
    const since = failing_since?.getTime() ?? 0;
    expect(await endpointOf(hook.endpointId)).toMatchObject({
      status: 'active',
      failing_since: new Date(since).toISOString(),
      pauses_at: new Date(since + 72 * HOUR_MS).toISOString(),
      paused_at: null,
      waiting: 1,
      retry_id: null,
    });
    await hook.set("status = 'disabled_failures', paused_at = now()");
    expect(await endpointOf(hook.endpointId)).toMatchObject({
      status: 'disabled_failures',
      pauses_at: null,
      paused_at: expect.any(String),
    });
  });

  test('of another team is not found', async () => {
    const stranger = await makeTeam(api());
    const endpoint_id = await insertEndpoint(stranger);
    expect(await codeOf(endpointOf(endpoint_id))).toBe('not_found');
    expect(await codeOf(health(endpoint_id))).toBe('not_found');
  });
});

describe('spec, Signature and headers: a copy of the endpoint has the new secret', () => {
  const replace = (endpoint_id: string) =>
    browser.app.webhooks.replaceSecret.mutate({ endpoint_id });

  test('both get each event with their own signature, until one is deleted', async () => {
    const receiver = await openReceiver();
    const hook = await hookTo(receiver.url());
    await hook.change({ description: 'Mine', events: ['member.joined', 'member.removed'] });
    const made = await replace(hook.endpointId);
    expect(made).toMatchObject({ replaces: hook.endpointId, status: 'active' });
    const copy = await endpointOf(made.endpoint_id);
    const old = await endpointOf(hook.endpointId);
    const { url, events: types, description, api_version } = old;
    expect(copy).toMatchObject({ url, events: types, description, api_version });
    expect([copy.replaces, copy.replaced_by]).toEqual([hook.endpointId, null]);
    expect([old.replaces, old.replaced_by]).toEqual([null, made.endpoint_id]);
    await hook.happen();
    await receiver.waitFor(2);
    const isSignedBy = (secret: string) =>
      receiver.requests.filter(({ rawBody, headers }) => {
        try {
          return webhooks.constructEvent(rawBody, headers['svc-signature'] ?? '', secret);
        } catch {
          return false;
        }
      }).length;
    expect([isSignedBy(hook.secret), isSignedBy(made.secret)]).toEqual([1, 1]);
    expect(JSON.stringify(copy)).not.toContain(made.secret);
    expect(await auditOf(team, made.endpoint_id)).toMatchObject([
      { action: 'webhook_endpoint.created', changes: { replaces: hook.endpointId } },
    ]);
    await hook.remove();
    expect(await endpointOf(made.endpoint_id)).toMatchObject({ replaces: null });
  });

  test.each(['disabled', 'disabled_failures'])(
    'the copy of an endpoint that is %s is switched off',
    async (status) => {
      const id = await insertEndpoint(team, { status });
      expect(await replace(id)).toMatchObject({ status: 'disabled' });
      expect(await endpointOf(id)).toMatchObject({ status });
    },
  );

  test('an endpoint has one copy at a time, even after two requests at once', async () => {
    const id = await insertEndpoint(team);
    const both = await Promise.all([codeOf(replace(id)), codeOf(replace(id))]);
    expect(both.toSorted()).toEqual(['conflict', 'ok']);
    const { replaced_by } = await endpointOf(id);
    await browser.app.webhooks.removeEndpoint.mutate({ endpoint_id: replaced_by ?? '' });
    expect(await codeOf(replace(id))).toBe('ok');
  });

  test('D170: a copy counts towards the 100 endpoints', async () => {
    const full = await makeTeam(api());
    const owner = await makeSession(full, full.owner);
    for (let n = 0; n < 100; n += 1) await insertEndpoint(full);
    const { data } = await owner.app.webhooks.listEndpoints.query({});
    const endpoint_id = data[0]?.id ?? '';
    const call = owner.app.webhooks.replaceSecret.mutate({ endpoint_id });
    expect(await codeOf(call)).toBe('validation_error');
  });
});

test('a test event appears in the list within a second', async () => {
  const receiver = await openReceiver();
  const hook = await hookTo(receiver.url());
  await expectWithinSecond(api().sql, async () => {
    const { delivery_id } = await browser.app.webhooks.testEndpoint.mutate({
      endpoint_id: hook.endpointId,
    });
    await until('its arrival', async () => {
      const { status } = await browser.app.webhooks.getDelivery.query({ delivery_id });
      return status === 'ok';
    });
  });
});
