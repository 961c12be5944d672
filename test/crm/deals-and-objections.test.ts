import { expect, test } from 'vitest';
import { insertDeal, insertObjection } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { readAll } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

const deal = {
  external_id: '48213',
  outcome: 'open',
  title: 'Renewal',
  currency: 'EUR',
  close_date: '2026-12-18',
  probability: 60,
  pipeline_id: 'default',
  stage_id: 'negotiation',
  industry_id: 'ind_software',
  lost_reason: 'none yet',
};

test('a deal has exactly the fields of the contract, with null for unknown values (D26, D27)', async () => {
  const team = await makeTeam(api());
  const bare = await insertDeal(team, {
    external_id: 'x',
    owner_user_id: null,
    created_at: '2026-01-01T00:00:00Z',
  });
  const full = await insertDeal(team, {
    ...deal,
    amount: '18400.50',
    last_activity_at: '2026-11-02T15:20:00+01:00',
    synced_at: '2026-11-03T02:00:00Z',
    created_at: '2026-01-02T00:00:00Z',
  });
  const { body } = await team.request('GET', '/crm/deals');
  expect(body.data).toEqual([
    {
      id: full,
      ...deal,
      amount: '18400.50',
      owner_user_id: team.owner.userId,
      last_activity_at: '2026-11-02T14:20:00.000Z',
      synced_at: '2026-11-03T02:00:00.000Z',
    },
    {
      id: bare,
      external_id: 'x',
      outcome: 'open',
      title: null,
      amount: null,
      currency: null,
      close_date: null,
      probability: null,
      pipeline_id: null,
      stage_id: null,
      industry_id: null,
      lost_reason: null,
      owner_user_id: null,
      last_activity_at: null,
      synced_at: null,
    },
  ]);
});

test('owner_user_id is "omitted unless member_detail_enabled is on" (D84)', async () => {
  const team = await makeTeam(api(), { memberDetail: false });
  await insertDeal(team);
  const { status, body } = await team.request('GET', '/crm/deals');
  expect(status).toBe(200);
  expect(body.data).toHaveLength(1);
  expect(body.data[0]).not.toHaveProperty('owner_user_id');
});

test('D140: amount is plain decimal text, without exponent, and with all stored digits', async () => {
  const team = await makeTeam(api());
  const amounts = ['0.10', '100000000000000000000000000.01', '1e21', '-5', '0.0000000001'];
  for (const [i, amount] of amounts.entries()) {
    await insertDeal(team, { amount, created_at: `2026-01-0${9 - i}T00:00:00Z` });
  }
  const { body } = await team.request('GET', '/crm/deals');
  expect(body.data.map(({ amount }) => amount)).toEqual([
    '0.10',
    '100000000000000000000000000.01',
    '1000000000000000000000',
    '-5',
    '0.0000000001',
  ]);
});

test('D140: without a connection both lists are an empty page', async () => {
  const team = await makeTeam(api());
  const other = await makeTeam(api());
  await insertObjection(other, await insertDeal(other));
  for (const path of ['/crm/deals', '/crm/objections']) {
    const { status, text } = await team.request('GET', path);
    expect([status, text]).toEqual([200, '{"data":[],"next_cursor":null}']);
  }
});

test('D65: deals by first sync, objections newest first; pages miss and repeat nothing', async () => {
  const team = await makeTeam(api());
  const at = '2026-05-01T00:00:00.000Z';
  // A later synchronization of the same deal does not move it.
  await insertDeal(team, { id: 'deal_a', created_at: at, synced_at: '2026-10-01T00:00:00Z' });
  await insertDeal(team, { id: 'deal_c', created_at: '2026-05-02T00:00:00Z' });
  await insertDeal(team, { id: 'deal_b', created_at: at });
  const order = ['deal_c', 'deal_b', 'deal_a'];
  expect(await readAll(team, '/crm/deals?limit=1')).toEqual({ ids: order, sizes: [1, 1, 1] });
  await insertObjection(team, 'deal_a', { id: 'obj_a', created_at: at });
  await insertObjection(team, 'deal_a', { id: 'obj_b', created_at: at });
  await insertObjection(team, 'deal_b', { id: 'obj_0', created_at: '2026-05-03T00:00:00Z' });
  const objections = ['obj_0', 'obj_b', 'obj_a'];
  expect(await readAll(team, '/crm/objections?limit=2')).toEqual({
    ids: objections,
    sizes: [2, 1],
  });
});

test('an objection has exactly the fields of the contract', async () => {
  const team = await makeTeam(api(), { memberDetail: false });
  const dealId = await insertDeal(team);
  const id = await insertObjection(team, dealId, {
    category: 'Preis',
    text: 'Zu "teuer"\n',
    lang: 'de',
    created_at: '2026-05-01T02:00:00+02:00',
  });
  const { body } = await team.request('GET', '/crm/objections');
  expect(body.data).toEqual([
    {
      id,
      deal_id: dealId,
      category: 'Preis',
      text: 'Zu "teuer"\n',
      lang: 'de',
      created_at: '2026-05-01T00:00:00.000Z',
    },
  ]);
});

test('CRM lists need the scope cases:read and take only cursor and limit (spec, CRM; D14)', async () => {
  const stranger = await makeTeam(api(), { scopes: ['cases:write'] });
  const team = await makeTeam(api());
  for (const path of ['/crm/deals', '/crm/objections']) {
    const refused = await stranger.request('GET', path);
    expect([refused.status, refused.body.required_scope]).toEqual([403, 'cases:read']);
    expect((await team.request('GET', `${path}?outcome=open`)).status).toBe(422);
    expect((await team.request('GET', `${path}?cursor=invented`)).status).toBe(422);
  }
});
