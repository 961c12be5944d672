import { describe, expect, test } from 'vitest';
import { codeOf } from '../harness/app.ts';
import { insertConnection, insertDeal } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();

const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(api().clock.now().getTime() - ms);

/** Reads all pages of a list. */
async function idsOf(crm: CrmTeam, input: { search?: string; [filter: string]: unknown }) {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const requested = { ...input, ...(cursor && { cursor }) };
    const page: Awaited<ReturnType<CrmTeam['app']['crm']['listDeals']['query']>> =
      await crm.app.crm.listDeals.query(requested);
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return ids;
}

describe('a search among deals', () => {
  test('finds a part of the title in any case, and takes the characters of patterns literally', async () => {
    const crm = await CrmTeam.make(api());
    const large = await insertDeal(crm.team, { title: 'MÜLLER & Söhne: 100 % Ökostrom' });
    await insertDeal(crm.team, { title: 'Something else' });
    await insertDeal(crm.team, { title: null });
    expect(await idsOf(crm, { search: '  müller & SÖHNE ' })).toEqual([large]);
    expect(await idsOf(crm, { search: '100 %' })).toEqual([large]);
    expect(await idsOf(crm, { search: 'M_LLER' })).toEqual([]);
    expect(await idsOf(crm, { search: '%' })).toEqual([large]);
    expect(await codeOf(crm.app.crm.listDeals.query({ search: ' ' }))).toBe('validation_error');
    const long = 'x'.repeat(201);
    expect(await codeOf(crm.app.crm.listDeals.query({ search: long }))).toBe('validation_error');
  });

  test('answers first with the exact id in the CRM, in each connection, and then with titles', async () => {
    const crm = await CrmTeam.make(api());
    const one = await insertConnection(crm.team);
    const two = await insertConnection(crm.team);
    const titled = await insertDeal(crm.team, { connection_id: one, title: 'Order 4711' });
    const same = { external_id: '4711', title: 'Deal 4711' };
    const inOne = await insertDeal(crm.team, { connection_id: one, ...same });
    const inTwo = await insertDeal(crm.team, { connection_id: two, ...same });
    await insertDeal(crm.team, { connection_id: one, external_id: '47110' });
    const first = await crm.app.crm.listDeals.query({ search: '4711' });
    expect(first.data.map(({ id }) => id).toSorted()).toEqual([inOne, inTwo].toSorted());
    expect(first.next_cursor).not.toBeNull();
    const all = await idsOf(crm, { search: '4711' });
    expect(all.at(-1)).toBe(titled);
    expect(all).toHaveLength(3);
    expect(await idsOf(crm, { search: '4711', connection_id: two })).toEqual([inTwo]);
    expect(await idsOf(crm, { search: '4711', outcome: 'won' })).toEqual([]);
  });

  test.each([
    ['amount_asc', ['small', 'large', 'none']],
    ['amount_desc', ['large', 'small', 'none']],
  ])('goes on behind the exact id in the order %s, from its beginning', async (order, names) => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team);
    const made = (name: string, row: object) =>
      insertDeal(crm.team, { connection_id, external_id: name, title: 'Order 4711', ...row });
    const deals = new Map([
      [await made('4711', { amount: '5' }), 'exact'],
      [await made('large', { amount: '900' }), 'large'],
      [await made('small', { amount: '-7' }), 'small'],
      [await made('none', { amount: null }), 'none'],
    ]);
    const ids = await idsOf(crm, { search: '4711', order, limit: 2 });
    expect(ids.map((id) => deals.get(id))).toEqual(['exact', ...names]);
  });

  test('finds a deal of Salesforce by the short form of its id', async () => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team, { provider: 'salesforce' });
    const row = { connection_id, external_id: '0065g00000ABcdEAAT' };
    const deal = await insertDeal(crm.team, row);
    expect(await idsOf(crm, { search: '0065g00000ABcdE' })).toEqual([deal]);
    expect(await idsOf(crm, { search: '0065g00000abcde' })).toEqual([]);
  });

  test('goes on behind the 2,000 newest deals, if these fill a page exactly', async () => {
    const crm = await CrmTeam.make(api());
    const connection_id = await insertConnection(crm.team);
    const older = await insertDeal(crm.team, {
      ...{ connection_id, title: 'Rare and old', created_at: ago(HOUR_MS) },
    });
    const newer = await insertDeal(crm.team, { connection_id, title: 'Rare and new' });
    await api().sql.query(
      `insert into crm_deal select (jsonb_populate_record(d, jsonb_build_object('id', 'deal_' || n || d.id,
         'external_id', 'other' || n, 'title', 'Other', 'created_at', d.created_at - n * interval '1 ms'))).*
       from crm_deal d, generate_series(1, 1999) n where d.id = $1`,
      [newer],
    );
    const first = await crm.app.crm.listDeals.query({ search: 'rare', limit: 1 });
    expect(first.data.map(({ id }) => id)).toEqual([newer]);
    expect(first.searched_back_to).toBeNull();
    expect(await idsOf(crm, { search: 'rare', limit: 1 })).toEqual([newer, older]);
    expect(await idsOf(crm, { search: 'rare', limit: 2 })).toEqual([newer, older]);
  });

  test("finds no other team's deals", async () => {
    const [ours, theirs] = [await CrmTeam.make(api()), await CrmTeam.make(api())];
    await insertConnection(ours.team);
    const connection_id = await insertConnection(theirs.team);
    const row = { connection_id, external_id: '815', title: 'Secret deal' };
    const deal_id = await insertDeal(theirs.team, row);
    expect(await idsOf(ours, { search: '815' })).toEqual([]);
    expect(await idsOf(ours, { search: 'secret' })).toEqual([]);
    expect(await codeOf(ours.app.crm.getDeal.query({ deal_id }))).toBe('not_found');
  });
});
