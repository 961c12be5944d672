import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, errorOf } from '../harness/app.ts';
import { insert, insertDeal, insertObjection } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';
import { insertConnection } from '../trpc/harness/crm-inputs.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();
beforeAll(() => makeGlobalCatalog(api()));

type Change = Omit<
  Parameters<CrmTeam['app']['crm']['changeConnection']['mutate']>[0],
  'version' | 'connection_id'
>;

async function change(crm: CrmTeam, connection_id: string, changes: Change) {
  const { version } = await crm.app.crm.getConnection.query({ connection_id });
  return crm.app.crm.changeConnection.mutate({ connection_id, version, ...changes });
}

describe('changeConnection', () => {
  test('fields that are not named stay as they are', async () => {
    const crm = await CrmTeam.make(api());
    const settings = { pipelines: ['a'], industry_field: 'branche', notes: true };
    const connection_id = await insertConnection(crm.team, { settings: JSON.stringify(settings) });
    await change(crm, connection_id, { name: 'Sales', settings: { lost_reason_field: 'why' } });
    const after = await crm.app.crm.getConnection.query({ connection_id });
    expect(after.name).toBe('Sales');
    expect(after.settings).toMatchObject({ ...settings, lost_reason_field: 'why' });
  });

  test('a stale edit is refused, and names who changed what', async () => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team);
    const { version } = await crm.app.crm.getConnection.query({ connection_id });
    await change(crm, connection_id, { every_minutes: 60 });
    const error = await errorOf(
      crm.app.crm.changeConnection.mutate({ connection_id, version, name: 'Late' }),
    );
    expect(error).toMatchObject({
      code: 'stale',
      changes: [{ field: 'every_minutes', by: { kind: 'user', id: crm.team.owner.memberId } }],
    });
    expect((await crm.row(connection_id)).name).toBe('HubSpot');
  });

  test('the audit log names the changes, with the former values', async () => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team);
    await change(crm, connection_id, { name: 'Sales', every_minutes: 1440 });
    const { rows } = await api().sql.query(
      'select changes, before from audit_entry where target_id = $1',
      [connection_id],
    );
    expect(rows).toEqual([
      {
        changes: { changed: ['name', 'every_minutes'], name: 'Sales', every_minutes: 1440 },
        before: { name: 'HubSpot', every_minutes: 15 },
      },
    ]);
    await change(crm, connection_id, { name: 'Sales' });
    expect(await crm.audits(connection_id)).toHaveLength(1);
  });

  test('the audit log notes that pipelines, owners and values have changed, without the lists', async () => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team);
    const pipelines = Array.from({ length: 200 }, (_, n) => `${n}`.padEnd(300, 'x'));
    await change(crm, connection_id, { settings: { pipelines } });
    const [entry] = (
      await api().sql.query('select changes, before from audit_entry where target_id = $1', [
        connection_id,
      ])
    ).rows;
    expect(entry).toEqual({ changes: { changed: ['pipelines'] }, before: {} });
  });

  test('a shorter interval counts from the last synchronization', async () => {
    const crm = await CrmTeam.make(api());
    const now = api().clock.now().getTime();
    const connection_id = await insertConnection(crm.team, {
      every_minutes: 1440,
      synced_at: new Date(now - 120_000),
      next_sync_at: new Date(now + 86_280_000),
    });
    const { next_sync_at } = await change(crm, connection_id, { every_minutes: 5 });
    expect(next_sync_at).toBe(new Date(now + 180_000).toISOString());
  });

  test('another interval brings no next attempt of a failing connection forward', async () => {
    const crm = await CrmTeam.make(api());
    const now = api().clock.now().getTime();
    const next_sync_at = new Date(now + 3_000_000);
    const connection_id = await insertConnection(crm.team, {
      every_minutes: 1440,
      synced_at: new Date(now - 3_600_000),
      next_sync_at,
      failing_since: new Date(now - 600_000),
      failures: 3,
      failed_for: 'unavailable',
    });
    const changed = await change(crm, connection_id, { every_minutes: 5 });
    expect(changed.next_sync_at).toBe(next_sync_at.toISOString());
  });

  test.each([
    ['fewer pipelines', { pipelines: ['a'] }, { read_again: true, deletion_confirmed: null }],
    ['another field', { lost_reason_field: 'why' }, { read_again: true, deletion_confirmed: null }],
    ['notes', { notes: true }, { read_again: false, deletion_confirmed: null }],
  ])(
    '%s: a change is read with the next synchronization, which is due now',
    async (_, settings, expected) => {
      const crm = await CrmTeam.make(api());
      const next_sync_at = new Date(api().clock.now().getTime() + 600_000);
      const connection_id = await insertConnection(crm.team, { next_sync_at, lease_no: 2 });
      await change(crm, connection_id, { settings });
      expect(await crm.row(connection_id)).toMatchObject({
        ...expected,
        next_cause: 'settings',
        next_sync_at: api().clock.now(),
        lease_no: 3,
      });
    },
  );

  test('a paused connection is read when somebody resumes it', async () => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team, { state: 'paused', next_sync_at: null });
    await change(crm, connection_id, { settings: { pipelines: ['a'] } });
    expect(await crm.row(connection_id)).toMatchObject({ next_sync_at: null, read_again: true });
  });

  test('switching notes off continues with the deals, if the CRM has refused only the notes', async () => {
    const crm = await CrmTeam.make(api());
    const now = api().clock.now();
    const signIn = { state: 'sign_in', next_sync_at: null, failing_since: now, failed_for: 'auth' };
    const settings = JSON.stringify({ notes: true });
    const ids: string[] = [];
    for (const stream of ['notes', 'deals']) {
      const connection_id = await insertConnection(crm.team, { ...signIn, settings });
      await insert(api(), 'crm_sync_run', {
        tenant_id: crm.team.tenantId,
        id: `run_${connection_id}`,
        connection_id,
        cause: 'schedule',
        is_full: false,
        status: 'failed',
        stream,
        started_at: now,
        finished_at: now,
      });
      await change(crm, connection_id, { settings: { notes: false } });
      ids.push(connection_id);
    }
    const states = await Promise.all(ids.map((id) => crm.row(id)));
    expect(states).toMatchObject([
      { state: 'active', next_sync_at: now },
      { state: 'sign_in', next_sync_at: null },
    ]);
  });

  test('fewer than a hundred requests a day cannot be chosen', async () => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team);
    expect(await codeOf(change(crm, connection_id, { daily_budget: 99 }))).toBe('validation_error');
    expect(await codeOf(change(crm, connection_id, { daily_budget: 100 }))).toBe('ok');
  });

  test('a mapping of industries applies at once to stored deals, and needs entries of the catalog', async () => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team);
    const deal = await insertDeal(crm.team, { connection_id, industry_value: 'IT' });
    const other = await insertDeal(crm.team, { connection_id, industry_value: 'Farming' });
    const industryOf = async (id: string) =>
      (await api().sql.query('select industry_id from crm_deal where id = $1', [id])).rows[0]
        ?.industry_id;
    const unknown = change(crm, connection_id, { settings: { industry_values: { IT: 'ind_no' } } });
    expect(await codeOf(unknown)).toBe('validation_error');
    await change(crm, connection_id, {
      settings: { industry_values: { IT: globalIds.industry } },
    });
    expect([await industryOf(deal), await industryOf(other)]).toEqual([globalIds.industry, null]);
    await change(crm, connection_id, { settings: { industry_values: {} } });
    expect(await industryOf(deal)).toBeNull();
    expect((await crm.row(connection_id)).read_again).toBe(false);
  });

  test('a mapping for another field is not applied to the values of the former field', async () => {
    const crm = await CrmTeam.make(api());
    const settings = JSON.stringify({ industry_field: 'branche' });
    const connection_id = await insertConnection(crm.team, { settings });
    const deal = await insertDeal(crm.team, { connection_id, industry_value: 'IT' });
    const industry_values = { IT: globalIds.industry };
    await change(crm, connection_id, { settings: { industry_field: 'sector', industry_values } });
    const { rows } = await api().sql.query('select industry_id from crm_deal where id = $1', [
      deal,
    ]);
    expect(rows).toEqual([{ industry_id: null }]);
    expect((await crm.row(connection_id)).read_again).toBe(true);
  });
});

describe('deals and objections of the app', () => {
  test('are found by connection, outcome, owner and category, with a link to the CRM', async () => {
    const crm = await CrmTeam.make(api());
    const one = await insertConnection(crm.team, { account_id: '4711' });
    const two = await insertConnection(crm.team, { provider: 'demo' });
    const { userId } = crm.team.owner;
    const row = { connection_id: one, external_id: '42', outcome: 'won' };
    const won = await insertDeal(crm.team, { ...row, owner_user_id: userId });
    const lost = await insertDeal(crm.team, {
      connection_id: two,
      outcome: 'lost',
      owner_user_id: null,
    });
    const price = await insertObjection(crm.team, won, { connection_id: one });
    await insertObjection(crm.team, lost, { category: 'timing' });
    const ids = async (input: object) =>
      (await crm.app.crm.listDeals.query(input)).data.map(({ id }) => id);
    expect(await ids({ connection_id: one })).toEqual([won]);
    expect(await ids({ outcome: 'lost' })).toEqual([lost]);
    expect(await ids({ owner_user_id: userId })).toEqual([won]);
    expect((await ids({})).toSorted()).toEqual([won, lost].toSorted());
    const { data } = await crm.app.crm.listDeals.query({ outcome: 'won' });
    expect(data[0]?.url).toBe('https://crm.example.com/4711/deals/42');
    const found = await crm.app.crm.listObjections.query({ category: 'price' });
    expect(found.data.map(({ id, deal_url }) => ({ id, deal_url }))).toEqual([
      { id: price, deal_url: 'https://crm.example.com/4711/deals/42' },
    ]);
    const ofTwo = await crm.app.crm.listObjections.query({ connection_id: two });
    expect(ofTwo.data.map(({ category }) => category)).toEqual(['timing']);
  });
});
