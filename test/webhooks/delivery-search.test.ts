import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/shared/time/durations.ts';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { insertDelivery, insertEndpoint, triedOnce } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let browser: Browser;
let start: number;

beforeAll(async () => {
  team = await makeTeam(api(), { seats: 1_000 });
  browser = await makeSession(team, team.owner);
  start = api().clock.now().getTime();
});

type Input = Parameters<typeof browser.app.webhooks.listAllDeliveries.query>[0];
const find = (input: Input) => browser.app.webhooks.listAllDeliveries.query(input);
const idsOf = async (input: Input) => (await find(input)).data.map(({ id }) => id);
const minutesAgo = (n: number) => new Date(start - n * MINUTE_MS);

/** Deliveries of many kinds, newest first. */
async function mixed(endpoint_id: string) {
  const ended = { ended_at: minutesAgo(0) };
  const rows = {
    ok: { status: 'ok', ...ended },
    gaveUp: { status: 'gave_up', attempt: 8, ...ended },
    withoutAttempt: { status: 'gave_up', given_up_for: 'tenant_disabled', ...ended },
    waiting: triedOnce,
    queued: { next_try_at: triedOnce.next_try_at },
    other: { ...triedOnce, type: 'training.completed', data: { training_id: 'trn_1', score: 7 } },
  } as const;
  const ids: Record<string, string> = {};
  for (const [i, [name, row]] of Object.entries(rows).entries()) {
    ids[name] = await insertDelivery(team, { endpoint_id, created_at: minutesAgo(i), ...row });
  }
  return ids as Record<keyof typeof rows, string>;
}

describe('a search', () => {
  let endpoint_id: string;
  let ids: Awaited<ReturnType<typeof mixed>>;

  beforeAll(async () => {
    endpoint_id = await insertEndpoint(team);
    ids = await mixed(endpoint_id);
  });

  test.each([
    ['ok', ['ok']],
    ['gave_up', ['gaveUp', 'withoutAttempt']],
    ['pending', ['waiting', 'queued', 'other']],
    ['failed', ['gaveUp', 'withoutAttempt', 'waiting', 'other']],
  ] as const)('by status %s', async (status, names) => {
    expect(await idsOf({ endpoint_id, status })).toEqual(names.map((name) => ids[name]));
  });

  test('by the states of the badges, which divide what is pending', async () => {
    const { waiting, queued, other } = ids;
    expect(await idsOf({ endpoint_id, status: 'queued' })).toEqual([queued]);
    expect(await idsOf({ endpoint_id, status: 'retrying' })).toEqual([waiting, other]);
    expect(await idsOf({ endpoint_id, status: 'held' })).toEqual([]);
    const { sql } = api();
    const set = (status: string) =>
      sql.query('update webhook_endpoint set status = $2 where id = $1', [endpoint_id, status]);
    await set('disabled');
    try {
      expect(await idsOf({ endpoint_id, status: 'held' })).toEqual([waiting, queued, other]);
      expect(await idsOf({ endpoint_id, status: 'queued' })).toEqual([]);
      expect(await idsOf({ endpoint_id, status: 'retrying' })).toEqual([]);
    } finally {
      await set('active');
    }
  });

  test('by how the last attempt failed: a status, or an error', async () => {
    const { gaveUp, withoutAttempt } = ids;
    const attempts = async (response_code: number | null, error: string, id: string) => {
      await api().sql.query(
        'update webhook_attempt set response_code = $1, error = $2 where delivery_id = $3',
        [response_code, error, id],
      );
    };
    await attempts(422, 'http_status', gaveUp);
    await attempts(null, 'timeout', ids.waiting);
    expect(await idsOf({ endpoint_id, answer: '422' })).toEqual([gaveUp]);
    expect(await idsOf({ endpoint_id, answer: 'timeout' })).toEqual([ids.waiting]);
    expect(await idsOf({ endpoint_id, answer: 'tenant_disabled' })).toEqual([withoutAttempt]);
    expect(await idsOf({ endpoint_id, answer: '200' })).toEqual([]);
    const preview = await browser.app.webhooks.previewRetries.query({ endpoint_id, answer: '422' });
    expect(preview.count).toBe(1);
    await attempts(500, 'http_status', gaveUp);
    await attempts(500, 'http_status', ids.waiting);
  });

  test('by type, time, event, and an id in its data, each alone and together', async () => {
    const { queued, other, ok } = ids;
    expect(await idsOf({ endpoint_id, type: 'training.completed' })).toEqual([other]);
    const [from, to] = [minutesAgo(4).toISOString(), minutesAgo(3).toISOString()];
    expect(await idsOf({ endpoint_id, from, to })).toEqual([queued]);
    const { data } = await find({ endpoint_id, status: 'ok' });
    const event_id = data[0]?.event_id ?? '';
    expect(await find({ event_id })).toMatchObject({
      data: [{ id: ok, endpoint_id }],
      next_cursor: null,
    });
    expect(await idsOf({ endpoint_id, object_id: 'trn_1' })).toEqual([other]);
    expect(await idsOf({ endpoint_id, object_id: 'trn_' })).toEqual([]);
    expect(await idsOf({ endpoint_id, object_id: 'trn_1', status: 'ok' })).toEqual([]);
    expect(await idsOf({ endpoint_id, event_id: 'evt_unknown' })).toEqual([]);
  });

  test('shows what REST shows of a delivery, with its endpoint and event, and whether a retry makes sense', async () => {
    const { data } = await find({ endpoint_id });
    const listed = await browser.app.webhooks.listDeliveries.query({ endpoint_id });
    expect(data.map(({ endpoint_id, event_id, can_retry, request_id, ...row }) => row)).toEqual(
      listed.data,
    );
    const { gaveUp, withoutAttempt, waiting, other } = ids;
    const retried = data.filter(({ can_retry }) => can_retry).map(({ id }) => id);
    expect(retried).toEqual([gaveUp, withoutAttempt, waiting, other]);
  });

  test('does not tell whom an event is about while member_detail_enabled is off', async () => {
    const object_id = 'usr_1';
    expect(await idsOf({ endpoint_id, object_id })).toHaveLength(5);
    await team.set({ member_detail_enabled: false });
    try {
      expect(await idsOf({ endpoint_id, object_id })).toEqual([]);
      expect(await idsOf({ endpoint_id, object_id: 'mem_1' })).toHaveLength(5);
      // A score is no id. Otherwise one could find it by trying digits.
      expect(await idsOf({ endpoint_id, object_id: '7' })).toEqual([]);
    } finally {
      await team.set({ member_detail_enabled: true });
    }
  });

  test('finds nothing of another team or of a deleted endpoint', async () => {
    const stranger = await makeTeam(api());
    const outside = await makeSession(stranger, stranger.owner);
    const { data } = await outside.app.webhooks.listAllDeliveries.query({ endpoint_id });
    expect(data).toEqual([]);
    const gone = await insertEndpoint(team);
    const id = await insertDelivery(team, { endpoint_id: gone, ...triedOnce });
    expect(await idsOf({ endpoint_id: gone })).toEqual([id]);
    await browser.app.webhooks.removeEndpoint.mutate({ endpoint_id: gone });
    expect(await idsOf({ endpoint_id: gone })).toEqual([]);
  });

  test('accepts every time that can be written, and an id of any kind', async () => {
    const [first, last] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'];
    expect(await idsOf({ endpoint_id, from: first, to: last })).toHaveLength(6);
    expect(await idsOf({ endpoint_id, from: last })).toEqual([]);
    expect(await idsOf({ endpoint_id, to: first })).toEqual([]);
    for (const event_id of ['evt_zzzzzzzzzzzzzzzzzzzzzzzzzz', 'whd_1', "'", '']) {
      expect(await idsOf({ event_id })).toEqual([]);
    }
  });

  test('with other filters refuses the cursor', async () => {
    const { next_cursor } = await find({ endpoint_id, limit: '1' });
    const cursor = next_cursor ?? '';
    expect(await codeOf(find({ endpoint_id, limit: '2', cursor }))).toBe('ok');
    expect(await codeOf(find({ cursor }))).toBe('validation_error');
    expect(await codeOf(find({ endpoint_id, status: 'ok', cursor }))).toBe('validation_error');
  });
});

/** Inserts deliveries, one each `every` seconds. Each `nth` has arrived. */
async function many(
  owner: TestTeam,
  endpointId: string,
  { count = 0, nth = 1, shift = 0, every = 1 },
) {
  await api().sql.query(
    `with made as (
       select n, 'whd_' || lpad(to_hex(n), 10, '0') || substr(md5($2 || n), 1, 16) as id,
         'evt_' || lpad(to_hex(n), 10, '0') || substr(md5($2 || n), 1, 16) as event_id,
         $4::timestamptz - n * $7 * interval '1 s' - $6 * interval '1 ms' as at
       from generate_series(1, $3::integer) n
     ), events as (
       insert into webhook_event (tenant_id, id, type, body, created_at)
       select $1, event_id, 'member.joined', '{"data":{"member_id":"mem_' || n || '"}}', at from made
     ), attempts as (
       insert into webhook_attempt (tenant_id, delivery_id, n, started_at, error)
       select $1, id, 1, at, case when n % $5 <> 0 then 'timeout' end from made
     )
     insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
     select $1, id, $2, event_id, 'member.joined', at from made`,
    [owner.tenantId, endpointId, count, new Date(start), nth, shift, every],
  );
}

describe('a call looks at 10,000 deliveries, and says how far it went', () => {
  let large: TestTeam;
  let owner: Browser;
  let busy: string;
  const search = (input: Input) => owner.app.webhooks.listAllDeliveries.query(input);

  beforeAll(async () => {
    large = await makeTeam(api());
    owner = await makeSession(large, large.owner);
    busy = await insertEndpoint(large);
    await many(large, busy, { count: 25_000, nth: 1_000 });
    for (let shift = 1; shift <= 3; shift += 1) {
      await many(large, await insertEndpoint(large), { count: 40, nth: 20, shift, every: 100 });
    }
  });

  /** Reads to the end, and returns what each call has looked at. */
  async function walk(input: Input) {
    const ids: string[] = [];
    const looked: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await search({ ...input, ...(cursor === undefined ? {} : { cursor }) });
      ids.push(...page.data.map(({ id }) => id));
      looked.push(page.searched.deliveries);
      expect(page.next_cursor === null).toBe(page.searched.back_to === null);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return { ids, looked };
  }

  test('finds rare matches page by page, each once', async () => {
    const first = await search({ endpoint_id: busy, object_id: 'mem_24000' });
    expect(first.data).toEqual([]);
    expect(first.searched).toEqual({
      deliveries: 10_000,
      back_to: new Date(start - 10_000_000).toISOString(),
    });
    const { ids, looked } = await walk({ endpoint_id: busy, object_id: 'mem_24000' });
    expect([ids.length, looked]).toEqual([1, [10_000, 10_000, 5_000]]);
    const arrived = await walk({ endpoint_id: busy, status: 'ok', limit: '4' });
    expect([new Set(arrived.ids).size, arrived.ids.length]).toEqual([25, 25]);
  });

  test('goes through all endpoints in the order of time, without a gap', async () => {
    const { rows } = await api().sql.query(
      `select id from webhook_delivery where tenant_id = $1 order by created_at desc, id desc`,
      [large.tenantId],
    );
    const expected = rows.map(({ id }) => id);
    const { data } = await search({ limit: '200' });
    expect(data.map(({ id }) => id)).toEqual(expected.slice(0, 200));
    const { ids, looked } = await walk({ status: 'ok', limit: '4' });
    const { data: arrived } = await search({ status: 'ok', limit: '200' });
    expect(ids).toHaveLength(25 + 3 * 2);
    expect(new Set(ids).size).toBe(31);
    expect(arrived.map(({ id }) => id)).toEqual(ids.slice(0, arrived.length));
    expect(Math.max(...looked)).toBeLessThanOrEqual(14_000);
  });
});
