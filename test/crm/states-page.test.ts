import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { filterBy } from '../browser/harness/filter.ts';
import { narrow, requireFaultless, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import {
  insert,
  insertConnection,
  insertCrmRun,
  insertDeal,
  insertObjection,
} from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { at, states } from './harness/connection-states.ts';

const app = useApp();

let team: TestTeam;
/** One visitor for all tests: a new one would load every page anew. */
let owner: Visitor;
let member: Person;

beforeAll(async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 1_000_000, seats: 100 });
  member = await team.addMember();
  owner = await app().visit({ session: await makeSession(team, team.owner) });
});

afterEach(() => owner.requireClean());

async function open(path: string): Promise<Visitor['page']> {
  await owner.resize(wide);
  await owner.page.emulateMedia({ colorScheme: 'light' });
  await owner.open(path);
  return owner.page;
}

const ways = [
  { size: wide, theme: 'light' },
  { size: narrow, theme: 'dark' },
] as const;

const shows = (text: string | RegExp) =>
  owner.page.getByText(text).filter({ visible: true }).first().waitFor();
describe('connections in all states', () => {
  const ids = new Map<string, string>();

  beforeAll(async () => {
    for (const [name, state] of Object.entries(states)) {
      const id = await insertConnection(team, { name: `CRM ${name}`, ...state.row });
      if (state.run) {
        const { failure, ...run } = { failure: null, ...state.run };
        await insertCrmRun(team, { connection_id: id, ...run, failure: JSON.stringify(failure) });
      }
      ids.set(name, id);
    }
  });

  test.each(Object.entries(states))('a connection that is %s says so', async (name, state) => {
    await open(`/crm/${ids.get(name)}`);
    for (const text of state.says) await shows(text);
    await requireFaultless(owner, ways);
  });

  test('of several connections, each is named with its state and leads to its own', async () => {
    const page = await open('/crm');
    const all = page.getByRole('navigation', { name: 'Verbindungen', exact: true });
    for (const name of Object.keys(states)) {
      await all.getByRole('link', { name: `CRM ${name}` }).waitFor();
    }
    await requireFaultless(owner, ways);
    await all.getByRole('link', { name: 'CRM failing Schlägt fehl' }).click();
    await page.waitForURL(`**/crm/${ids.get('failing')}`);
    await page.getByRole('heading', { name: 'CRM failing' }).waitFor();
  });

  test('a team with five connections cannot connect a further one, nor an ended one again, and the page says so', async () => {
    const page = await open(`/crm/${ids.get('ended')}`);
    const full = page.getByRole('dialog').getByText('Ein Team hat höchstens fünf Verbindungen.');
    await page.getByRole('link', { name: 'Neu verbinden' }).click();
    await full.waitFor();
    await page.keyboard.press('Escape');
    await full.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'CRM verbinden' }).click();
    await full.waitFor();
    await requireFaultless(owner, ways);
  });
});

test('a run says which records it has set aside, and what to do after a failure', async () => {
  const connection_id = await insertConnection(team, { name: 'Verlauf' });
  await insertCrmRun(team, {
    connection_id,
    status: 'failed',
    failed_for: 'contract',
    set_aside: 3,
    failure: JSON.stringify({ field: 'properties.amount' }),
    set_aside_records: JSON.stringify([{ externalId: '48213', field: 'properties.amount' }]),
  });
  const page = await open(`/crm/${connection_id}`);
  await page.locator('[data-row]').first().click();
  await shows('48213');
  await shows('properties.amount');
  await shows(/Hat im CRM gerade ein Feld einen anderen Typ bekommen/);
  await requireFaultless(owner, ways);
});

test("runs that begin in the same minute can be told apart, in the team's time zone", async () => {
  const connection_id = await insertConnection(team, { name: 'Zeiten' });
  for (const second of ['05', '42']) {
    const started_at = new Date(`2026-07-01T22:59:${second}.000Z`);
    await insertCrmRun(team, { connection_id, started_at, finished_at: started_at });
  }
  const page = await open(`/crm/${connection_id}`);
  await shows('02.07.2026, 00:59:42');
  const times = await page.locator('[data-row] time').allInnerTexts();
  expect(times).toEqual(['02.07.2026, 00:59:42', '02.07.2026, 00:59:05']);
});

test('a hint tells of unreadable records, and leads to their list', async () => {
  const connection_id = await insertConnection(team, { name: 'Hinweis' });
  const began = { started_at: at(-2 * HOUR_MS), is_full: true, set_aside: 2 };
  const records = [
    { externalId: '48213', field: 'properties.amount' },
    { externalId: '48214', field: 'properties.closedate' },
  ];
  const set_aside_records = JSON.stringify(records);
  await insertCrmRun(team, { connection_id, ...began, set_aside_records });
  // The list needs more than one page for these runs.
  for (let n = 0; n < 60; n++) await insertCrmRun(team, { connection_id });
  const page = await open(`/crm/${connection_id}`);
  const runs = page.getByRole('list', { name: 'Letzte Abgleiche' }).locator('[data-row]');
  await shows('2 Datensätze lassen sich nicht lesen');
  await requireFaultless(owner, ways);
  await page.getByRole('link', { name: 'Einzelheiten' }).click();
  await page.getByText('properties.closedate').waitFor();
  await requireFaultless(owner, ways);
  // The latest eight, and the one that the link has opened. Those before them are a step away.
  expect(await runs.count()).toBe(9);
  const more = page.getByRole('button', { name: 'Weitere laden' });
  await more.click();
  await until('the first page', async () => (await runs.count()) === 51);
  await more.click();
  await until('all runs', async () => (await runs.count()) === 61);
  expect(await more.count()).toBe(0);
});

test("the demo's connection asks for no credentials", async () => {
  const id = await insertConnection(team, { name: 'Demo', provider: 'demo' });
  const page = await open(`/crm/${id}`);
  await shows('Demo-CRM');
  expect(await page.getByText(/Schlüssel, der/).count()).toBe(0);
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  await page.getByRole('menuitem', { name: 'Pausieren' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Neu verbinden' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await requireFaultless(owner, ways);
});

/** A connection with owners, an industry field and deals. */
async function withDeals(): Promise<string> {
  const reference = { pipelines: [{ id: 'default', name: 'Vertrieb' }], fields: [] };
  const id = await insertConnection(team, {
    name: 'Mit Deals',
    account: { name: 'Nordlicht GmbH', daily_quota: 1_000, reference },
    settings: { industry_field: 'branche' },
  });
  const key = { tenant_id: team.tenantId, connection_id: id };
  const fields = [{ id: 'branche', name: 'Branche im CRM', options: [] }];
  await insert(app().api, 'crm_fields', { ...key, fields: JSON.stringify(fields) });
  const base = { ...key, seen_at: at(0) };
  await insert(app().api, 'crm_owner', { ...base, external_id: '1', name: 'Jana Albers' });
  const matched = { ...base, external_id: '2', name: 'Kai Wendt', user_id: team.owner.userId };
  await insert(app().api, 'crm_owner', matched);
  await insert(app().api, 'crm_owner', { ...base, external_id: '3', name: 'Lea Ohne Deals' });
  const deal = { connection_id: id, industry_value: 'Logistik', owner_id: '1' };
  await insertDeal(team, { ...deal, title: 'Offener Deal' });
  const lost = await insertDeal(team, { ...deal, title: 'Verlorener Deal', outcome: 'lost' });
  await insertObjection(team, lost, { connection_id: id, text: 'Zu teuer', category: 'price' });
  await insertObjection(team, lost, { connection_id: id, text: 'Später', category: 'timing' });
  return id;
}

test('owners without a member come first and are assigned by hand; a person maps values of a field to industries', async () => {
  const industry = 'ind_logistics';
  await insert(app().api, 'catalog_entry', {
    id: industry,
    dimension: 'industry',
    names: { de: 'Logistikbranche', en: 'Logistics' },
  });
  const id = await withDeals();
  const page = await open(`/crm/${id}`);
  await shows('Jana Albers');
  await shows('Eine Person ist keinem Mitglied zugeordnet');
  const rows = page.getByRole('listitem').filter({ hasText: /Jana Albers|Kai Wendt/ });
  expect((await rows.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
    'Jana Albers',
    'Kai Wendt',
  ]);
  await page.getByRole('combobox', { name: 'Mitglied für Jana Albers' }).fill(member.email);
  await page.getByRole('option', { name: member.email }).click();
  await shows(/von Hand/);
  await page.getByRole('combobox', { name: 'Logistik' }).selectOption('Logistikbranche');
  await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
  await shows('Die Einstellungen sind gespeichert.');
  const { rows: stored } = await app().api.sql.query(
    'select settings, (select user_id from crm_owner where external_id = $2) as user_id from crm_connection where id = $1',
    [id, '1'],
  );
  expect(stored).toMatchObject([
    { user_id: member.userId, settings: { industry_values: { Logistik: industry } } },
  ]);
  await requireFaultless(owner, ways);
});

test('deals and objections have filters, which the address keeps', async () => {
  const id = await withDeals();
  const page = await open('/crm/deals');
  await filterBy(page, 'Status:Verloren');
  await filterBy(page, `connection:${id}`);
  await shows('Verlorener Deal');
  await page.getByText('Offener Deal').first().waitFor({ state: 'detached' });
  expect(page.url()).toContain(`outcome=lost&connection=${id}`);
  await page.reload();
  await shows('Verlorener Deal');
  await page.locator('[data-row]').first().click();
  await page.getByRole('dialog').waitFor();
  await owner.open(`/crm/objections?connection=${id}&category=timing`);
  await shows('Später');
  expect(await page.getByText('Zu teuer').count()).toBe(0);
  await page.getByRole('button', { name: 'Alle Filter entfernen' }).click();
  await shows('Zu teuer');
});

test('while a team hides its members, the page shows owners by their ids only', async () => {
  const id = await withDeals();
  const { sql } = app().api;
  const set = 'update tenant set member_detail_enabled = $2 where id = $1';
  await sql.query(set, [team.tenantId, false]);
  const page = await open(`/crm/${id}`);
  await shows('Die Datenschutzeinstellung des Teams blendet Mitgliederdetails aus.');
  expect(await page.getByText('Jana Albers').count()).toBe(0);
  expect(await page.getByRole('combobox', { name: /^Mitglied für/ }).count()).toBe(0);
  await owner.open('/crm/deals');
  expect(await page.getByLabel('Zuständig').count()).toBe(0);
  await sql.query(set, [team.tenantId, true]);
});
