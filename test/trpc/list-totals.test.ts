import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { insertDelivery, insertEndpoint, triedOnce } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;
let member: Browser;
let stranger: Browser;
let endpoint_id: string;
let start: Date;

beforeAll(async () => {
  team = await makeTeam(api());
  endpoint_id = await insertEndpoint(team);
  owner = await makeSession(team, team.owner);
  member = await makeSession(team, await team.addMember());
  const other = await makeTeam(api());
  stranger = await makeSession(other, other.owner);
});

/** A row each second before the start. Each seventh is rare. */
const fills = {
  audit_entry: `insert into audit_entry
      (tenant_id, id, actor_kind, actor_id, action, target_id, created_at)
    select $1, 'aud_' || n, 'user', case when n % 7 = 0 then 'mem_7' else 'mem_1' end, 'case.created',
      $4, $3::timestamptz - n * interval '1 s' from generate_series(1, $2::integer) n`,
  kept_event: `insert into kept_event
      (tenant_id, event_id, type, seq, created_at, feed_position, reached_at)
    select $1, $4 || n, case when n % 7 = 0 then 'member.removed' else 'member.joined' end, -n, at, -n, at
    from generate_series(1, $2::integer) n, lateral (select $3::timestamptz - n * interval '1 s' as at) t`,
  webhook_delivery: `insert into webhook_delivery
      (tenant_id, id, endpoint_id, event_id, event_type, created_at)
    select $1, 'whd_' || n, $4, 'evt_' || n,
      case when n % 7 = 0 then 'member.removed' else 'member.joined' end,
      $3::timestamptz - n * interval '1 s' from generate_series(1, $2::integer) n`,
};

async function fill(count: number): Promise<void> {
  start = api().clock.now();
  for (const [table, statement] of Object.entries(fills)) {
    await api().sql.query(`delete from ${table} where tenant_id = $1`, [team.tenantId]);
    await api().sql.query(statement, [team.tenantId, count, start, endpoint_id]);
  }
}

/** The period with the newest `n` rows. */
const newest = (n: number) => new Date(start.getTime() - n * 1000).toISOString();

type Filter = { isRare?: boolean; from?: string };
type Count = (of: Browser, filter: Filter) => Promise<{ total: number | null }>;

const counts: [string, Count][] = [
  [
    'the audit log',
    ({ app }, { isRare, from }) =>
      app.auditLog.count.query({ ...(isRare && { actor: 'mem_7' }), ...(from && { since: from }) }),
  ],
  [
    'the events',
    ({ app }, { isRare, from }) =>
      app.events.count.query({ ...(isRare && { type: 'member.removed' }), ...(from && { from }) }),
  ],
  [
    'the deliveries',
    ({ app }, { isRare, from }) =>
      app.webhooks.countDeliveries.query({
        ...(isRare && { type: 'member.removed' }),
        ...(from && { from }),
      }),
  ],
];

describe('with 70 rows', () => {
  beforeAll(() => fill(70));

  test.each(counts)('the total of %s is that of its filters', async (_, count) => {
    expect(await count(owner, {})).toEqual({ total: 70 });
    expect(await count(owner, { isRare: true })).toEqual({ total: 10 });
    expect(await count(owner, { from: newest(14) })).toEqual({ total: 14 });
    expect(await count(owner, { isRare: true, from: newest(14) })).toEqual({ total: 2 });
  });

  test.each(counts)(
    'the total of %s is none of another team, nor for a member',
    async (_, count) => {
      expect(await count(stranger, { isRare: true })).toEqual({ total: 0 });
      expect(await codeOf(count(member, {}))).toBe('forbidden');
    },
  );
});

describe('with more rows than a list counts', () => {
  beforeAll(() => fill(10_050));

  test.each(counts)('the total of %s ends after 10,000', async (_, count) => {
    expect(await count(owner, {})).toEqual({ total: 10_001 });
  });

  test('the values of deliveries are counted in a period alone', async () => {
    const count = owner.app.webhooks.countDeliveryValues.query;
    expect(await count({})).toEqual({ found: null, looked: 10_001 });
    const { found } = await count({ from: newest(7_000), type: 'member.removed' });
    expect(found).toContainEqual({ field: 'type', value: 'member.joined', deliveries: 6_000 });
    expect(found).toContainEqual({ field: 'endpoint', value: endpoint_id, deliveries: 1_000 });
  });

  test.each(counts)('of %s, what is rare has a total in a period alone', async (_, count) => {
    expect(await count(owner, { isRare: true })).toEqual({ total: null });
    expect(await count(owner, { isRare: true, from: newest(7_000) })).toEqual({ total: 1_000 });
  });
});

test('deliveries are counted by their state, and not those of a deleted endpoint', async () => {
  const of = await makeTeam(api());
  const { app } = await makeSession(of, of.owner);
  const [kept, gone] = [await insertEndpoint(of), await insertEndpoint(of)];
  const ended = { ended_at: api().clock.now() };
  await insertDelivery(of, { endpoint_id: kept, status: 'ok', ...ended });
  await insertDelivery(of, { endpoint_id: kept, ...triedOnce });
  await insertDelivery(of, { endpoint_id: gone, ...triedOnce });
  const count = app.webhooks.countDeliveries.query;
  expect(await count({})).toEqual({ total: 3 });
  expect(await count({ status: 'retrying' })).toEqual({ total: 2 });
  expect(await count({ endpoint_id: kept, status: 'ok' })).toEqual({ total: 1 });
  await app.webhooks.removeEndpoint.mutate({ endpoint_id: gone });
  expect(await count({})).toEqual({ total: 2 });
  expect(await count({ endpoint_id: gone })).toEqual({ total: 0 });
});

test('the count beside a value is how many deliveries the list has once the value is chosen', async () => {
  const of = await makeTeam(api());
  const { app } = await makeSession(of, of.owner);
  const [one, off] = [await insertEndpoint(of), await insertEndpoint(of)];
  const ended = { ended_at: api().clock.now() };
  for (const endpoint_id of [one, off]) {
    await insertDelivery(of, { endpoint_id, status: 'ok', ...ended });
    await insertDelivery(of, { endpoint_id, status: 'gave_up', attempt: 8, ...ended });
    await insertDelivery(of, { endpoint_id, ...triedOnce });
    await insertDelivery(of, { endpoint_id, next_try_at: triedOnce.next_try_at });
    await insertDelivery(of, { endpoint_id, ...triedOnce, type: 'training.completed' });
  }
  await api().sql.query(`update webhook_endpoint set status = 'disabled' where id = $1`, [off]);
  const filters = [
    {},
    { status: 'retrying' },
    { type: 'training.completed' },
    { endpoint_id: off },
    { endpoint_id: one, status: 'gave_up' },
    { answer: '500', type: 'member.joined' },
  ] as const;
  const fields = new Set<string>();
  for (const filter of filters) {
    const { found } = await app.webhooks.countDeliveryValues.query(filter);
    for (const { field, value, deliveries } of found ?? []) {
      const name = field === 'endpoint' ? 'endpoint_id' : field;
      const { total } = await app.webhooks.countDeliveries.query({ ...filter, [name]: value });
      expect([filter, field, value, deliveries]).toEqual([filter, field, value, total]);
      fields.add(`${field} ${field === 'status' ? value : ''}`.trim());
    }
  }
  expect([...fields].sort()).toEqual([
    'answer',
    'endpoint',
    'status gave_up',
    'status held',
    'status ok',
    'status queued',
    'status retrying',
    'type',
  ]);
  expect(await stranger.app.webhooks.countDeliveryValues.query({})).toEqual({
    found: [],
    looked: 0,
  });
});

test('while member detail is off, no total tells whom a delivery is about', async () => {
  const of = await makeTeam(api());
  const { app } = await makeSession(of, of.owner);
  const data = { user_id: 'usr_1', member_id: 'mem_1' };
  await insertDelivery(of, { endpoint_id: await insertEndpoint(of), ...triedOnce, data });
  const count = app.webhooks.countDeliveries.query;
  expect(await count({ object_id: 'usr_1' })).toEqual({ total: 1 });
  await of.set({ member_detail_enabled: false });
  expect(await count({ object_id: 'usr_1' })).toEqual({ total: 0 });
  expect(await count({ object_id: 'mem_1' })).toEqual({ total: 1 });
});
