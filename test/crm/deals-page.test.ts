import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';
import { filterBy } from '../browser/harness/filter.ts';
import { narrow, requireFaultless, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { insert, insertConnection, insertDeal, insertObjection } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';

const app = useApp();

let team: TestTeam;
let connection_id: string;
let old: string;

const at = (ms: number) => new Date(Date.now() + ms);
const stages = [{ id: 's1', name: 'Angebot verschickt' }];
const pipelines = [
  { id: 'new', name: 'Neukunden', stages },
  { id: 'renewals', name: 'Verlängerungen', stages: [] },
];

beforeAll(async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 1_000_000, seats: 100 });
  // With the owner alone in the team, nobody could be chosen.
  await team.addMember();
  connection_id = await insertConnection(team, {
    name: 'Vertrieb Nord',
    account: { name: 'Example', reference: { pipelines } },
    settings: { pipelines: ['new'] },
    synced_at: at(-12 * MINUTE_MS),
  });
  const ofConnection = { tenant_id: team.tenantId, connection_id };
  await insert(api, 'crm_owner', {
    ...ofConnection,
    external_id: '7',
    name: 'Nora Ohnemitglied',
    seen_at: at(0),
  });
  // The oldest deal: the list does not load it.
  old = await insertDeal(team, {
    connection_id,
    external_id: '4711',
    title: 'Kläranlage Süd',
    created_at: at(-DAY_MS),
    amount: '1234567.891',
    currency: 'EUR',
    owner_id: '7',
    owner_user_id: null,
    pipeline_id: 'new',
    stage_id: 's1',
    synced_at: at(-HOUR_MS),
  });
  for (let n = 0; n < 60; n++) await insertDeal(team, { connection_id, title: `Projekt ${n}` });
  await insertObjection(team, old, { connection_id, source: 'note', created_at: at(-2 * DAY_MS) });
});

async function look(): Promise<Visitor> {
  return app().visit({ session: await makeSession(team, team.owner), expects: /404/ });
}

/** The windows of the tests: a telephone in both themes, and a wide window. */
const ways = [
  { size: narrow, theme: 'dark' },
  { size: narrow, theme: 'light' },
  { size: wide, theme: 'light' },
] as const;

/** The value beside its name in the drawer. */
const fact = ({ page }: Visitor, label: string) =>
  page
    .getByRole('dialog')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

test('a sales manager finds a deal by its id and its title, and sees its owner and its stage', async () => {
  const owner = await look();
  const { page } = owner;
  await owner.open('/crm/deals');
  const search = page.getByLabel('Titel oder ID im CRM');
  await search.fill('4711');
  await page.locator('[data-row]').filter({ hasText: 'Kläranlage Süd' }).waitFor();
  await search.fill('KLÄRANLAGE');
  await page.waitForURL(/search=KL/);
  await owner.settled();
  expect(await page.locator('[data-row]').count()).toBe(1);
  await page.locator('[data-row]').first().click();
  await expect.poll(() => fact(owner, 'Betrag').innerText()).toBe('1.234.567,891\u00a0€');
  expect(await fact(owner, 'Zuständig').innerText()).toMatch(/^Nora Ohnemitglied\s+kein Mitglied/);
  expect(await fact(owner, 'Pipeline').innerText()).toContain('Neukunden');
  expect(await fact(owner, 'Phase').innerText()).toContain('Angebot verschickt');
  // The ids of the CRM are there to be copied.
  expect(await fact(owner, 'Phase').innerText()).not.toContain('s1');
  await fact(owner, 'Phase').getByRole('button', { name: 'Kopieren: s1' }).waitFor();
  await requireFaultless(owner, ways);
  await fact(owner, 'Verbindung').getByRole('link', { name: 'Vertrieb Nord' }).click();
  await page.waitForURL(`**/crm/${connection_id}`);
});

test('the filter for deals without a member shows whom the CRM names', async () => {
  const owner = await look();
  const { page } = owner;
  await owner.open('/crm/deals');
  await filterBy(page, 'Zuständig:Ohne Mitglied');
  await page.getByRole('columnheader', { name: 'Zuständig' }).waitFor();
  await page.getByText('Nora Ohnemitglied').waitFor();
  expect(await page.locator('[data-row]').count()).toBe(1);
  await page.getByRole('button', { name: 'Alle Filter entfernen' }).click();
  await page
    .getByText(/^Projekt \d+$/)
    .first()
    .waitFor();
});

test('an objection opens its deal, even if the list has not loaded the deal', async () => {
  const owner = await look();
  const { page } = owner;
  await owner.open('/crm/objections');
  await page.getByText('aus einer Notiz').waitFor();
  await page.getByText('vor 2 Tagen').waitFor();
  // The navigation marks the page that leads here.
  const marked = page.getByRole('navigation').first().locator('[aria-current="page"]');
  expect(await marked.innerText()).toBe('CRM-Deals');
  await requireFaultless(owner, ways);
  await page.getByRole('link', { name: 'Kläranlage Süd' }).click();
  await page.getByRole('dialog', { name: 'Kläranlage Süd' }).waitFor();
  expect(await page.locator('[data-row]').filter({ hasText: 'Kläranlage' }).count()).toBe(0);
});

test('a deal that no longer exists is reported as missing', async () => {
  const owner = await look();
  await owner.open('/crm/deals?deal=deal_gone');
  const dialog = owner.page.getByRole('dialog', { name: 'Diesen Deal gibt es hier nicht' });
  await dialog.getByText('Er wurde im CRM gelöscht, archiviert').waitFor();
  await requireFaultless(owner, ways);
  await dialog.getByRole('button', { name: 'Alle Deals zeigen' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('a search without a result says so, and offers to clear the filters', async () => {
  const owner = await look();
  const { page } = owner;
  await owner.open('/crm/deals?search=nirgends&outcome=won');
  await page.getByText('Kein Deal passt zu diesen Filtern').waitFor();
  await requireFaultless(owner, ways);
  await page.getByRole('button', { name: 'Alle Filter entfernen' }).last().click();
  await page
    .getByText(/^Projekt \d+$/)
    .first()
    .waitFor();
});
