import { describe, expect, test } from 'vitest';
import { codeOf, makeSession } from '../harness/app.ts';
import {
  insert,
  insertConnection,
  insertCrmRun,
  insertDeal,
  insertObjection,
} from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();

const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(api().clock.now().getTime() - ms);

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
    const { data } = await crm.app.crm.findDeals.query({});
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
    expect(await codeOf(admin.app.crm.explainMissing.query({}))).toBe('ok');
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
      (await crm.app.crm.findDeals.query({ without_member })).data.map(({ id }) => id).toSorted();
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
    const all = await crm.app.crm.findDeals.query({});
    expect(JSON.stringify(all)).not.toMatch(/Outside|Long-Ago|usr_/);
    const filtered = crm.app.crm.findDeals.query({ without_member: true });
    expect(await codeOf(filtered)).toBe('privacy_restricted');
  });
});

describe('why a deal is missing', () => {
  test('is explained for each connection: its state, its pipelines, and what was set aside', async () => {
    const crm = await CrmTeam.make(api());
    const paused = await insertConnection(crm.team, {
      name: 'North',
      state: 'paused',
      next_sync_at: null,
      synced_at: ago(HOUR_MS),
      account,
      settings: { pipelines: ['default'] },
      created_at: ago(2 * HOUR_MS),
    });
    const waits_until = ago(-HOUR_MS);
    const waits = await insertConnection(crm.team, { name: 'South', waits_until });
    const old = { connection_id: paused, set_aside: 90, started_at: ago(49 * HOUR_MS) };
    await insertCrmRun(crm.team, old);
    const full = { connection_id: paused, set_aside: 3, started_at: ago(10 * HOUR_MS) };
    const run_id = await insertCrmRun(crm.team, full);
    await insertCrmRun(crm.team, { connection_id: paused, set_aside: 1 });
    const { data } = await crm.app.crm.explainMissing.query({});
    expect(data).toEqual([
      {
        connection_id: paused,
        name: 'North',
        provider: 'hubspot',
        state: 'paused',
        synced_at: ago(HOUR_MS).toISOString(),
        waits_until: null,
        pipelines: { chosen: ['New customers'], left_out: ['Renewals', 'Partners'] },
        set_aside: { run_id, records: 3 },
        known: null,
      },
      expect.objectContaining({
        connection_id: waits,
        state: 'waits_for_quota',
        pipelines: null,
        set_aside: null,
        waits_until: waits_until.toISOString(),
      }),
    ]);
    const explained = await crm.app.crm.explainMissing.query({ connection_id: waits });
    expect(explained.data.map(({ name }) => name)).toEqual(['South']);
  });

  test('is explained for the very deal by its id in the CRM: removed, or set aside with its field', async () => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team, { provider: 'salesforce' });
    const removed_at = ago(3 * HOUR_MS);
    const short = '0065g00000ABcdE';
    await insert(api(), 'crm_former_deal', {
      tenant_id: crm.team.tenantId,
      connection_id,
      external_id: `${short}AAT`,
      id: 'deal_former',
      created_at: removed_at,
      removed_at,
    });
    const set_aside_records = JSON.stringify([{ externalId: '77', field: 'amount' }]);
    await insertCrmRun(crm.team, { connection_id, set_aside: 1, set_aside_records });
    const existing = async (search: string) => {
      const { data } = await crm.app.crm.explainMissing.query({ search });
      return data[0]?.known;
    };
    expect(await existing(short)).toEqual({
      external_id: `${short}AAT`,
      unread_field: null,
      removed_at: removed_at.toISOString(),
    });
    const unread = { external_id: '77', removed_at: null, unread_field: 'amount' };
    expect(await existing('77')).toEqual(unread);
    expect(await existing('78')).toBeNull();
  });
});

test('an objection says where its words stand, except for one of an earlier release', async () => {
  const crm = await CrmTeam.make(api());
  const connection_id = await insertConnection(crm.team);
  const deal = await insertDeal(crm.team, { connection_id });
  await insertObjection(crm.team, deal, { connection_id, source: 'note', source_id: '1' });
  await insertObjection(crm.team, deal, { connection_id, source: 'field', source_id: '1' });
  await insertObjection(crm.team, deal);
  const { data } = await crm.app.crm.findObjections.query({});
  expect(data.map(({ source }) => source).toSorted()).toEqual(['field', 'note', null].toSorted());
});
