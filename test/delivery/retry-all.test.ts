import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, codeOf, makePerson, makeSession } from '../harness/app.ts';
import { auditOf, insertDelivery, insertEndpoint, triedOnce } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { answering, Hook, openReceiver, useWorker } from './harness/hook.ts';

const api = useApi({ env: loopbackReceivers });
// Some receivers hang until the test releases them. That takes seconds on a busy machine.
useWorker(api, { WEBHOOK_RETRY_DELAYS: '1h', WEBHOOK_TIMEOUT: '60s' });

let team: TestTeam;
let admin: Person;
let browser: Browser;

beforeAll(async () => {
  team = await makeTeam(api(), { rateLimit: 1_000_000, seats: 1_000 });
  admin = await makePerson(team, { role: 'admin', canManageKeys: true });
  browser = await makeSession(team, admin, { expiresAt: new Date(Date.UTC(2100, 0)) });
});

type Input = Parameters<typeof browser.app.webhooks.retryAll.mutate>[0];
const preview = (input: Input) => browser.app.webhooks.previewRetries.query(input);
const retryAll = (input: Input) => browser.app.webhooks.retryAll.mutate(input);
const progress = (retry_id: string) => browser.app.webhooks.retryProgress.query({ retry_id });

async function finished(retry_id: string) {
  await until('the end of the retry', async () => {
    const { finished_at, outcome } = await progress(retry_id);
    return finished_at !== null && outcome?.waiting === 0;
  });
  return progress(retry_id);
}

type State = Omit<Parameters<typeof insertDelivery>[1], 'endpoint_id'>;
const gaveUp = () => ({ status: 'gave_up', attempt: 2, ended_at: api().clock.now() }) as const;

/** An endpoint with deliveries in these states. No worker has made them. */
async function endpointWith(url: string, states: State[], owner: TestTeam = team) {
  const hook = await Hook.to(api(), { url, team: owner });
  await hook.prove();
  const ids: string[] = [];
  for (const state of states) {
    const { endpointId: endpoint_id } = hook;
    ids.push(await insertDelivery(owner, { endpoint_id, ...state }));
  }
  return { hook, ids };
}

describe('D147 to D149 hold for many deliveries: a bulk retry', () => {
  test('attempts each failed delivery once, counts them first, and says who has asked', async () => {
    const receiver = await openReceiver();
    const ok = { status: 'ok', ended_at: api().clock.now() } as const;
    const { hook, ids } = await endpointWith(receiver.url(), [
      ...Array.from({ length: 40 }, gaveUp),
      triedOnce,
      ok,
      { next_try_at: triedOnce.next_try_at },
    ]);
    const endpoint_id = hook.endpointId;
    expect(await preview({ endpoint_id })).toEqual({
      count: 41,
      endpoints: [{ endpoint_id, url: receiver.url(), status: 'active', count: 41 }],
      left_out: [],
      left_out_back_to: null,
      types: [{ type: 'member.joined', count: 41 }],
      counted_back_to: null,
    });
    const requested = await retryAll({ endpoint_id });
    expect(requested).toMatchObject({ expected: 41, finished_at: null, stopped: false });
    expect(await finished(requested.retry_id)).toMatchObject({
      expected: 41,
      looked_at: 43,
      retried: 41,
      stopped: false,
      outcome: { arrived: 41, failed: 0, waiting: 0 },
    });
    expect(receiver.requests).toHaveLength(41);
    const states = await hook.deliveries();
    expect(states.filter(({ status }) => status === 'ok')).toHaveLength(42);
    const { attempts } = await browser.app.webhooks.getDelivery.query({
      delivery_id: ids[0] ?? '',
    });
    expect(attempts.at(-1)?.manual).toMatchObject({
      by: { kind: 'user', id: admin.memberId, is_me: true },
      run_id: requested.retry_id,
    });
    const detail = await browser.app.webhooks.getEndpoint.query({ endpoint_id });
    expect(detail.retry_id).toBe(null);
    expect(await codeOf(retryAll({ endpoint_id }))).toBe('validation_error');
  });

  test('D148: a failure leaves the planned retry, and gives up again what was given up', async () => {
    const receiver = await openReceiver(answering(500));
    const { hook, ids } = await endpointWith(receiver.url(), [triedOnce, gaveUp()]);
    const { retry_id } = await retryAll({ endpoint_id: hook.endpointId });
    const { outcome } = await finished(retry_id);
    expect(outcome).toEqual({ arrived: 0, failed: 2, waiting: 0 });
    const [waiting, ended] = [await hook.delivery(ids[0] ?? ''), await hook.delivery(ids[1] ?? '')];
    expect(waiting).toMatchObject({ status: 'pending', attempt: 2, retries: 1 });
    expect(waiting.next_try_at?.getTime()).toBe(Date.parse(triedOnce.next_try_at));
    expect(ended).toMatchObject({ status: 'gave_up', attempt: 3, next_try_at: null });
  });

  test.each(['disabled', 'disabled_failures'])(
    'D181: does not begin at an endpoint that is %s, and says before what that leaves out',
    async (status) => {
      const url = 'https://hooks.example.com/';
      const { hook } = await endpointWith(url, [gaveUp(), gaveUp()]);
      await hook.set(`status = '${status}'`);
      const left_out = [{ endpoint_id: hook.endpointId, url, status, count: 2 }];
      expect(await preview({ endpoint_id: hook.endpointId })).toMatchObject({ count: 0, left_out });
      expect(await codeOf(retryAll({ endpoint_id: hook.endpointId }))).toBe('conflict');
    },
  );

  test('selects by the filters of the list, and from a delivery on', async () => {
    const receiver = await openReceiver();
    const start = api().clock.now().getTime();
    const at = (minutes: number) => ({ created_at: new Date(start + minutes * 60_000) });
    const { hook, ids } = await endpointWith(receiver.url(), [
      { ...gaveUp(), ...at(-5) },
      { ...gaveUp(), ...at(-4), data: { training_id: 'trn_9' } },
      { ...triedOnce, ...at(-3) },
      { ...gaveUp(), ...at(-2), type: 'training.completed' },
      { ...gaveUp(), ...at(-1) },
    ]);
    const endpoint_id = hook.endpointId;
    const [, second, , fourth, last] = ids;
    const counts = async (input: Input) => (await preview({ endpoint_id, ...input })).count;
    expect(await counts({})).toBe(5);
    expect(await counts({ status: 'gave_up' })).toBe(4);
    expect(await counts({ status: 'pending' })).toBe(1);
    expect(await counts({ type: 'training.completed' })).toBe(1);
    expect(await counts({ object_id: 'trn_9' })).toBe(1);
    expect(await counts({ since_delivery_id: fourth ?? '' })).toBe(2);
    expect((await preview({ since_delivery_id: fourth ?? '' })).count).toBe(2);
    // The later of the two times counts.
    const froms = [at(-4), at(-1)].map(({ created_at }) => created_at.toISOString());
    for (const [i, from] of froms.entries())
      expect(await counts({ since_delivery_id: fourth ?? '', from })).toBe(2 - i);
    const to = new Date(start - 2 * 60_000).toISOString();
    expect(await counts({ since_delivery_id: second ?? '', to })).toBe(2);
    const requested = await retryAll({ since_delivery_id: fourth ?? '' });
    await finished(requested.retry_id);
    const tried = (await hook.deliveries()).filter(({ status }) => status === 'ok');
    expect(tried.map(({ id }) => id).toSorted()).toEqual([fourth, last].toSorted());
  });

  test('of all endpoints continues at each, even if one hangs', async () => {
    const own = await makeTeam(api(), { rateLimit: 1_000_000, seats: 100 });
    const owner = await makeSession(own, own.owner);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const hanging = await openReceiver(async (_, response) => {
      await released;
      response.end();
    });
    const quick = await openReceiver();
    const many = Array.from({ length: 40 }, gaveUp);
    const slow = await endpointWith(hanging.url(), many, own);
    const fast = await endpointWith(quick.url(), many, own);
    const requested = await owner.app.webhooks.retryAll.mutate({});
    expect(requested).toMatchObject({ expected: 80 });
    const { retry_id } = requested;
    const { endpointId: endpoint_id } = fast.hook;
    await quick.waitFor(40);
    await until('the quick one to be ready', async () => {
      const { endpoints } = await owner.app.webhooks.retryProgress.query({ retry_id });
      return endpoints.find((one) => one.endpoint_id === endpoint_id)?.finished_at != null;
    });
    // An endpoint gets this many requests at a time.
    expect(hanging.requests).toHaveLength(16);
    const again = owner.app.webhooks.retryAll.mutate({ endpoint_id: slow.hook.endpointId });
    expect(await codeOf(again)).toBe('conflict');
    const detail = await owner.app.webhooks.getEndpoint.query({
      endpoint_id: slow.hook.endpointId,
    });
    expect(detail.retry_id).toBe(retry_id);
    const stopped = await owner.app.webhooks.endRetries.mutate({ retry_id });
    expect(stopped).toMatchObject({ stopped: true, retried: 56 });
    release();
    await until('what was queued', async () => {
      const { outcome } = await owner.app.webhooks.retryProgress.query({ retry_id });
      return outcome?.arrived === 56;
    });
    expect(hanging.requests).toHaveLength(16);
  });

  test('asked for twice at once, or with the same call again, attempts each delivery once', async () => {
    // Attempts end only when both calls are answered, so the first retry is still under way.
    const bothAnswered = Promise.withResolvers<void>();
    const receiver = await openReceiver(async (_, response) => {
      await bothAnswered.promise;
      response.writeHead(500).end();
    });
    const { hook } = await endpointWith(receiver.url(), Array.from({ length: 30 }, gaveUp));
    const endpoint_id = hook.endpointId;
    const both = await Promise.all([
      codeOf(retryAll({ endpoint_id })),
      codeOf(retryAll({ endpoint_id })),
    ]);
    bothAnswered.resolve();
    expect(both.toSorted()).toEqual(['conflict', 'ok']);
    const { rows } = await api().sql.query<{ id: string }>(
      'select id from webhook_retry_run where endpoint_id = $1',
      [endpoint_id],
    );
    expect(rows).toHaveLength(1);
    await finished(rows[0]?.id ?? '');
    expect(receiver.requests).toHaveLength(30);
  });

  test('skips a delivery that was attempted after the retry was asked for', async () => {
    const receiver = await openReceiver(answering(500));
    const { hook, ids } = await endpointWith(receiver.url(), [gaveUp(), gaveUp()]);
    // A step locks deliveries in the order of their ids. It waits for the first, and has not locked the second.
    const [first = '', second = ''] = ids.toSorted();
    const holder = await api().sql.connect();
    await holder.query('begin');
    await holder.query('select from webhook_delivery where id = $1 for update', [first]);
    const { retry_id } = await retryAll({ endpoint_id: hook.endpointId });
    expect((await hook.retry(second)).status).toBe(202);
    await hook.attempted(second, 3);
    await holder.query('commit');
    holder.release();
    expect(await finished(retry_id)).toMatchObject({ retried: 1 });
    expect(receiver.requests).toHaveLength(2);
  });

  test('leaves out deliveries that are made after it was asked for', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const receiver = await openReceiver(async (_, response) => {
      await released;
      response.end();
    });
    const { hook } = await endpointWith(receiver.url(), Array.from({ length: 17 }, gaveUp));
    const { endpointId: endpoint_id } = hook;
    const { retry_id, asked_at } = await retryAll({ endpoint_id });
    // An endpoint gets this many requests at a time, so the last delivery is still to come.
    await receiver.waitFor(16);
    const created_at = new Date(Date.parse(asked_at) + 1_000);
    const later = await insertDelivery(team, { endpoint_id, ...gaveUp(), created_at });
    release();
    expect(await finished(retry_id)).toMatchObject({ looked_at: 17, retried: 17 });
    expect((await hook.delivery(later)).status).toBe('gave_up');
  });

  test('D167: stops when the API of the team is switched off', async () => {
    const own = await makeTeam(api(), { rateLimit: 1_000_000 });
    const owner = await makeSession(own, own.owner);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const receiver = await openReceiver(async (_, response) => {
      await released;
      response.end();
    });
    const { hook } = await endpointWith(receiver.url(), Array.from({ length: 17 }, gaveUp), own);
    const asked = await owner.app.webhooks.retryAll.mutate({ endpoint_id: hook.endpointId });
    const { retry_id } = asked;
    await receiver.waitFor(16);
    await api().sql.query("update tenant set plan = 'free' where id = $1", [own.tenantId]);
    release();
    await until('its end', async () => {
      const { rows } = await api().sql.query(
        'select stopped from webhook_retry_run where id = $1 and finished_at is not null',
        [retry_id],
      );
      return rows[0]?.stopped === true;
    });
    expect(receiver.requests).toHaveLength(16);
  });

  test('does not count as stopped when it has reached its end, whoever ends it afterwards', async () => {
    const receiver = await openReceiver();
    const { hook } = await endpointWith(receiver.url(), [gaveUp()]);
    const { retry_id } = await retryAll({ endpoint_id: hook.endpointId });
    const { finished_at } = await finished(retry_id);
    expect(await browser.app.webhooks.endRetries.mutate({ retry_id })).toMatchObject({
      finished_at,
      stopped: false,
    });
    const actions = (await auditOf(team, retry_id)).map(({ action }) => action);
    expect(actions).not.toContain('webhook_delivery.retries_ended');
  });

  test('of another team is not found', async () => {
    const stranger = await makeTeam(api());
    const endpoint_id = await insertEndpoint(stranger);
    const since_delivery_id = await insertDelivery(stranger, { endpoint_id, ...triedOnce });
    for (const input of [{ endpoint_id }, { since_delivery_id }]) {
      expect(await codeOf(preview(input))).toBe('not_found');
      expect(await codeOf(retryAll(input))).toBe('not_found');
    }
  });
});
