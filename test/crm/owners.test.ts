import { expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { codeOf, errorOf } from '../harness/app.ts';
import { insert, insertDeal, insertRemoved } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { insertConnection } from '../trpc/harness/crm-inputs.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();

type Owners = NonNullable<
  Parameters<CrmTeam['app']['crm']['changeConnection']['mutate']>[0]['owners']
>;

async function assign(crm: CrmTeam, connection_id: string, owners: Owners) {
  const { version } = await crm.app.crm.getConnection.query({ connection_id });
  return crm.app.crm.changeConnection.mutate({ connection_id, version, owners });
}

async function insertOwner(
  crm: CrmTeam,
  connection_id: string,
  row: Record<string, unknown> & { external_id: string },
) {
  const seen_at = api().clock.now();
  await insert(api(), 'crm_owner', {
    tenant_id: crm.team.tenantId,
    connection_id,
    seen_at,
    ...row,
  });
}

test('owners who match nobody come first, those with the most deals before the others', async () => {
  const crm = await CrmTeam.make(api());
  const connection_id = await insertConnection(crm.team);
  const user_id = crm.team.owner.userId;
  const deals = { 7: 1, 8: 3, 9: 2 };
  for (const [external_id, count] of Object.entries(deals)) {
    await insertOwner(crm, connection_id, {
      external_id,
      user_id: external_id === '8' ? user_id : null,
    });
    for (let n = 0; n < count; n++) {
      await insertDeal(crm.team, { connection_id, owner_id: external_id });
    }
  }
  const { owners } = await crm.app.crm.getConnection.query({ connection_id });
  expect(owners.map(({ external_id }) => external_id)).toEqual(['9', '7', '8']);
});

test('an owner is the member whom a person has chosen, or the one with the same address', async () => {
  const crm = await CrmTeam.make(api());
  const connection_id = await insertConnection(crm.team);
  const member = await crm.team.addMember({ email: 'anna@example.com' });
  await insertOwner(crm, connection_id, {
    external_id: '7',
    email: 'Anna@Example.com',
    name: 'Anna',
  });
  const deal = await insertDeal(crm.team, { connection_id, owner_id: '7', owner_user_id: null });
  const ownerOf = async () =>
    (await api().sql.query('select owner_user_id from crm_deal where id = $1', [deal])).rows[0]
      ?.owner_user_id;
  await assign(crm, connection_id, { 7: crm.team.owner.userId });
  expect(await ownerOf()).toBe(crm.team.owner.userId);
  const [owner] = (await crm.app.crm.getConnection.query({ connection_id })).owners;
  expect(owner).toMatchObject({ external_id: '7', chosen: true, deals: 1 });
  await assign(crm, connection_id, { 7: null });
  expect(await ownerOf()).toBe(member.userId);
});

test.each([
  ['an owner whom the CRM does not have', { 8: null }],
  ['a person who is no member', { 7: 'usr_no' }],
  ['an owner who was erased', { 9: null }],
])('%s is refused', async (_, owners) => {
  const crm = await CrmTeam.make(api());
  const connection_id = await insertConnection(crm.team);
  await insertOwner(crm, connection_id, { external_id: '7' });
  await insertOwner(crm, connection_id, { external_id: '9', is_erased: true });
  const error = await errorOf(assign(crm, connection_id, owners));
  expect(error).toMatchObject({ code: 'validation_error', field: 'owners' });
});

test('a member who has left cannot be assigned', async () => {
  const crm = await CrmTeam.make(api());
  const connection_id = await insertConnection(crm.team);
  await insertOwner(crm, connection_id, { external_id: '7' });
  const userId = newId('usr', api().clock.now());
  await insertRemoved(crm.team, { user_id: userId });
  const error = await errorOf(assign(crm, connection_id, { 7: userId }));
  expect(error).toMatchObject({ code: 'validation_error', field: 'owners' });
});

test('while member_detail_enabled is off, owners have ids only, and nobody assigns or filters', async () => {
  const crm = await CrmTeam.make(api());
  const connection_id = await insertConnection(crm.team);
  const { userId } = crm.team.owner;
  await insertOwner(crm, connection_id, {
    external_id: '7',
    name: 'Anna',
    email: 'anna@example.com',
    user_id: userId,
  });
  await crm.team.set({ member_detail_enabled: false });
  const { owners } = await crm.app.crm.getConnection.query({ connection_id });
  expect(owners).toEqual([
    {
      external_id: '7',
      name: null,
      email: null,
      user_id: null,
      chosen: false,
      erased: false,
      deals: 0,
    },
  ]);
  const assigned = assign(crm, connection_id, { 7: userId });
  expect(await codeOf(assigned)).toBe('privacy_restricted');
  const filtered = crm.app.crm.listDeals.query({ owner_user_id: userId });
  expect(await codeOf(filtered)).toBe('privacy_restricted');
});
