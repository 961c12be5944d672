import { describe, expect, test } from 'vitest';
import { codeOf, makeSession } from '../harness/app.ts';
import { insert, insertConnection, insertDeal, insertObjection } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();

const pipelines = [
  { id: 'default', name: 'New customers', stages: [{ id: 'p1', name: 'Proposal' }] },
  { id: 'more', name: 'Renewals', stages: [{ id: 'p1', name: 'Contract sent' }] },
  { id: 'partners', name: 'Partners', stages: [] },
];
const account = { name: 'Example', reference: { read_at: '2026-11-18', pipelines } };

type Row = Record<string, unknown>;

function insertOwner(crm: CrmTeam, row: Row & { connection_id: string; external_id: string }) {
  const seen_at = api().clock.now();
  return insert(api(), 'crm_owner', { tenant_id: crm.team.tenantId, seen_at, ...row });
}

describe('one deal', () => {
  test('is read by its id, with all names of the CRM and its whole amount', async () => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team, { name: 'Sales North', account });
    const amount = '12345678901234567890.123456789';
    const row = { connection_id, amount, currency: 'EUR', pipeline_id: 'more', stage_id: 'p1' };
    const deal_id = await insertDeal(crm.team, row);
    const deal = await crm.app.crm.getDeal.query({ deal_id });
    expect(deal).toMatchObject({
      id: deal_id,
      amount,
      connection_name: 'Sales North',
      provider: 'hubspot',
      // Two pipelines have a stage with this id.
      pipeline_name: 'Renewals',
      stage_name: 'Contract sent',
      owner_user_id: crm.team.owner.userId,
      owner_id: null,
      owner_name: null,
    });
    const { data } = await crm.app.crm.listDeals.query({});
    expect(data).toEqual([deal]);
    const unknown = { connection_id, pipeline_id: 'gone', stage_id: 'p1' };
    const other = await insertDeal(crm.team, unknown);
    const unnamed = { pipeline_id: 'gone', pipeline_name: null, stage_id: 'p1', stage_name: null };
    expect(await crm.app.crm.getDeal.query({ deal_id: other })).toMatchObject(unnamed);
  });

  test('that does not exist is not found', async () => {
    const crm = await CrmTeam.make(api());
    expect(await codeOf(crm.app.crm.getDeal.query({ deal_id: 'deal_gone' }))).toBe('not_found');
  });

  test('can be read by admins without the right to connections', async () => {
    const crm = await CrmTeam.make(api());
    const deal_id = await insertDeal(crm.team);
    const admin = await makeSession(crm.team, await crm.team.addMember({ role: 'admin' }));
    expect(await codeOf(admin.app.crm.getDeal.query({ deal_id }))).toBe('ok');
    const member = await makeSession(crm.team, await crm.team.addMember());
    expect(await codeOf(member.app.crm.getDeal.query({ deal_id }))).toBe('forbidden');
  });
});

describe('an owner who is no member', () => {
  /** Deals of a member, a foreigner, an erased person, nobody, and a former member. */
  async function deals(crm: CrmTeam) {
    const connection_id = await insertConnection(crm.team);
    const ofConnection = { connection_id };
    const former = await crm.team.addMember();
    await insertOwner(crm, { ...ofConnection, external_id: '1', name: 'A member', user_id: null });
    await insertOwner(crm, {
      ...ofConnection,
      external_id: '2',
      name: 'Nora Outside',
      email: 'n@x.example',
    });
    await insertOwner(crm, { ...ofConnection, external_id: '3', is_erased: true });
    await insertOwner(crm, { ...ofConnection, external_id: '4', name: 'Left Long-Ago' });
    const deal = (row: Row) =>
      insertDeal(crm.team, { ...ofConnection, owner_user_id: null, ...row });
    const made = {
      member: await deal({ owner_id: '1', owner_user_id: crm.team.owner.userId }),
      outside: await deal({ owner_id: '2' }),
      erased: await deal({ owner_id: '3' }),
      nobody: await deal({ owner_id: null }),
      former: await deal({ owner_id: '4', owner_user_id: former.userId }),
    };
    await crm.team.api.sql.query(
      `update member set status = 'removed', removed_at = now() where tenant_id = $1 and user_id = $2`,
      [crm.team.tenantId, former.userId],
    );
    const shown = async (id: string) => {
      const { owner_id, owner_name } = await crm.app.crm.getDeal.query({ deal_id: id });
      return [owner_id, owner_name];
    };
    return { made, shown };
  }

  test('has the name that the CRM has, unless it was erased', async () => {
    const crm = await CrmTeam.make(api());
    const { made, shown } = await deals(crm);
    expect(await shown(made.member)).toEqual([null, null]);
    expect(await shown(made.outside)).toEqual(['2', 'Nora Outside']);
    expect(await shown(made.erased)).toEqual([null, null]);
    expect(await shown(made.nobody)).toEqual([null, null]);
    expect(await shown(made.former)).toEqual(['4', 'Left Long-Ago']);
  });

  test('has deals that the filter for deals without a member finds, like deals without an owner', async () => {
    const crm = await CrmTeam.make(api());
    const { made } = await deals(crm);
    const { member, ...without } = made;
    const idsOf = async (without_member: boolean) =>
      (await crm.app.crm.listDeals.query({ without_member })).data.map(({ id }) => id).toSorted();
    expect(await idsOf(true)).toEqual(Object.values(without).toSorted());
    expect(await idsOf(false)).toHaveLength(5);
  });

  test("has only the CRM's id while member detail is off, and nobody can filter", async () => {
    const crm = await CrmTeam.make(api());
    const { made, shown } = await deals(crm);
    await crm.team.set({ member_detail_enabled: false });
    expect(await shown(made.outside)).toEqual(['2', null]);
    expect(await shown(made.former)).toEqual(['4', null]);
    expect(await shown(made.member)).toEqual([null, null]);
    const deal = await crm.app.crm.getDeal.query({ deal_id: made.member });
    expect(deal).not.toHaveProperty('owner_user_id');
    const all = await crm.app.crm.listDeals.query({});
    expect(JSON.stringify(all)).not.toMatch(/Outside|Long-Ago|usr_/);
    const filtered = crm.app.crm.listDeals.query({ without_member: true });
    expect(await codeOf(filtered)).toBe('privacy_restricted');
  });
});

test('an objection says where its words stand, except for one of an earlier release', async () => {
  const crm = await CrmTeam.make(api());
  const connection_id = await insertConnection(crm.team);
  const deal = await insertDeal(crm.team, { connection_id });
  await insertObjection(crm.team, deal, { connection_id, source: 'note', source_id: '1' });
  await insertObjection(crm.team, deal, { connection_id, source: 'field', source_id: '1' });
  await insertObjection(crm.team, deal);
  const { data } = await crm.app.crm.listObjections.query({});
  expect(data.map(({ source }) => source).toSorted()).toEqual(['field', 'note', null].toSorted());
});
