import { expect, test } from 'vitest';
import { narrow, requireFaultless, wide } from '../browser/harness/looks.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { insertDeal } from '../harness/rows.ts';
import { until } from '../harness/until.ts';
import {
  chooseStep,
  connectByToken,
  newTeam,
  showsNumber,
  token,
  useCrmApp,
  useOwners,
} from './harness/crm-app.ts';

const crm = await useCrmApp();
const { app, fake } = crm;
const ownerOf = useOwners(crm);
const deals = Array.from({ length: 30 }, (_, n) => fake.addDeal({ dealname: `Projekt ${n}` }));

/** Narrow and light, wide and dark. crm-states has the other two combinations. */
const ways = [
  { size: narrow, theme: 'light' },
  { size: wide, theme: 'dark' },
] as const;

const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true });

test('revoked credentials ask for a new sign-in, and the overview says so too', async () => {
  const owner = await ownerOf(await newTeam(crm));
  const { page } = owner;
  const id = await connectByToken(owner, 'Vertrieb');
  fake.tokens.clear();
  await button(owner, 'Jetzt abgleichen').click();
  await page.getByText('HubSpot nimmt die Zugangsdaten nicht mehr an.').first().waitFor();
  await requireFaultless(owner, ways);
  await owner.open('/overview');
  await page.getByText('Das CRM „Vertrieb“ verlangt eine neue Anmeldung').click();
  await page.waitForURL(`**/crm/${id}`);
  fake.tokens.add('pat-eu1-fake-token-0002');
  await button(owner, 'Neu verbinden').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Stattdessen einen Zugangsschlüssel eingeben' }).click();
  await dialog.getByLabel('Zugriffstoken').fill('pat-eu1-fake-token-0002');
  await dialog.getByRole('button', { name: 'Verbinden', exact: true }).click();
  await page.getByText('Zuletzt abgeglichen').waitFor();
  await page.getByText('Schlüssel, der auf 0002 endet').waitFor();
});

test('a used up quota is shown as a wait, not as a failure', async () => {
  const owner = await ownerOf(await newTeam(crm));
  const { page } = owner;
  await connectByToken(owner, 'Vertrieb');
  fake.limits.daily = 10;
  fake.usedToday = 10;
  await button(owner, 'Jetzt abgleichen').click();
  await page.getByText('Das Kontingent bei HubSpot ist aufgebraucht.').waitFor();
  expect(await page.getByText('Fehlgeschlagen').count()).toBe(0);
  await requireFaultless(owner, ways);
});

test('a deletion of more than half asks first: if refused, all deals stay; if confirmed, they go', async () => {
  const team = await newTeam(crm);
  const owner = await ownerOf(team);
  const { page } = owner;
  const connection_id = await connectByToken(owner, 'Vertrieb');
  // The CRM has never had these deals, so a full pass takes them for deleted.
  for (let n = 0; n < 50; n++) {
    const last_activity_at = new Date(Date.UTC(2026, 0, 1, 0, n));
    const title = `Altes Projekt ${n}`;
    const row = { connection_id, external_id: `9${n}`, title, last_activity_at };
    await insertDeal(team, row);
  }
  await chooseStep(owner, 'Alles noch einmal lesen');
  await page.getByText('Wir haben nichts entfernt').waitFor();
  await page.getByText('50 von 80 Deals sind im CRM nicht mehr zu sehen.').first().waitFor();
  await page.getByRole('link', { name: 'Einzelheiten' }).click();
  const gone = page.getByRole('listitem').filter({ hasText: /^Altes Projekt/ });
  await gone.first().waitFor();
  expect(await gone.count()).toBe(50);
  const last = gone.filter({ has: page.getByText('Altes Projekt 49', { exact: true }) });
  expect(await last.getByRole('link').getAttribute('href')).toContain('/record/0-3/949');
  await requireFaultless(owner, ways);
  await button(owner, 'Behalten und neu prüfen').click();
  // A further run has found the same, and asks again.
  await page.locator('[data-row]').nth(2).waitFor();
  await button(owner, '50 Deals entfernen').waitFor();
  await showsNumber(owner, 'Deals', '80');
  app().api.clock.travel(1_000);
  await button(owner, '50 Deals entfernen').click();
  await page.getByRole('dialog').getByRole('button', { name: '50 Deals entfernen' }).click();
  await page.getByText('Zuletzt abgeglichen').waitFor();
  await showsNumber(owner, 'Deals', '30');
  await page.locator('[data-row]').filter({ hasText: '50 entfernt' }).first().click();
  await last.waitFor();
  expect(await gone.count()).toBe(50);
  await requireFaultless(owner, ways);
});

test('a missing permission that is granted later needs no new credentials', async () => {
  const owner = await ownerOf(await newTeam(crm));
  const { page } = owner;
  await connectByToken(owner, 'Vertrieb');
  fake.missingScopes.add('crm.objects.deals.read');
  await button(owner, 'Jetzt abgleichen').click();
  const lacks = page.getByText('Geben Sie den Zugangsdaten dort dieses Recht');
  await lacks.waitFor();
  await requireFaultless(owner, ways);
  await button(owner, 'Erneut versuchen').click();
  await page.locator('[data-row]').nth(2).waitFor();
  await lacks.waitFor();
  fake.missingScopes.clear();
  await button(owner, 'Erneut versuchen').click();
  await page.getByText('Zuletzt abgeglichen').waitFor();
});

test('a connection is set up, paused, resumed and renamed', async () => {
  const team = await newTeam(crm);
  const owner = await ownerOf(team);
  const { page } = owner;
  const id = await connectByToken(owner, 'Vertrieb');
  await page.getByLabel('Abgleich', { exact: true }).selectOption('Jede Stunde');
  await page.getByLabel('Alle Pipelines').uncheck();
  await page.getByLabel('Name', { exact: true }).fill('Vertrieb West');
  await page.getByLabel('Anfragen am Tag').fill('zehn');
  await page.getByText('Eine Zahl von 100 bis 10.000.000.').waitFor();
  expect(await button(owner, 'Einstellungen speichern').isDisabled()).toBe(true);
  await page.getByLabel('Anfragen am Tag').fill('5000');
  await button(owner, 'Einstellungen speichern').click();
  await page.getByText('Die Einstellungen sind gespeichert.').waitFor();
  await page.getByRole('heading', { name: 'Vertrieb West' }).waitFor();
  await requireFaultless(owner, ways);
  const { rows } = await app().api.sql.query(
    'select every_minutes, daily_budget from crm_connection where id = $1',
    [id],
  );
  expect(rows).toEqual([{ every_minutes: 60, daily_budget: 5000 }]);
  await chooseStep(owner, 'Pausieren');
  const paused = page.getByText('Pausiert: Deals und Einwände bleiben');
  await paused.waitFor();
  await button(owner, 'Fortsetzen').click();
  await paused.waitFor({ state: 'detached' });
});

test('a disconnection that keeps the data leaves the deals, and a disconnection that removes the data ends the connection', async () => {
  const owner = await ownerOf(await newTeam(crm));
  const { page } = owner;
  const id = await connectByToken(owner, 'Vertrieb');
  await chooseStep(owner, 'Trennen');
  const dialog = page.getByRole('dialog');
  const cancel = dialog.getByRole('button', { name: 'Abbrechen' });
  expect(await cancel.evaluate((node) => node === document.activeElement)).toBe(true);
  await requireFaultless(owner, ways);
  await dialog.getByRole('button', { name: 'Trennen' }).click();
  await page.getByText('Getrennt: Die Daten sind noch da').waitFor();
  await showsNumber(owner, 'Deals', String(deals.length));
  await page.getByRole('link', { name: 'Neu verbinden' }).click();
  await page.waitForURL('**/crm?new=hubspot');
  await dialog.getByText('Stattdessen einen Zugangsschlüssel eingeben').waitFor();
  await connectByToken(owner, 'Vertrieb');
  await page.getByText('Die frühere Verbindung ist wieder verbunden').waitFor();
  expect(page.url()).toContain(id);
  await chooseStep(owner, 'Trennen und Daten entfernen');
  const verb = dialog.getByRole('button', { name: 'Trennen und Daten entfernen' });
  expect(await verb.isDisabled()).toBe(true);
  await dialog.getByLabel('Geben Sie zur Bestätigung „Vertrieb“ ein').fill('Vertrieb');
  // The page never sees that the data goes: when it asks, all is gone.
  await page.route(/crm\.getConnection/, async (route) => {
    await untilRemoved(id);
    await route.continue();
  });
  await verb.click();
  await page.getByText('Noch kein CRM verbunden').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await owner.open('/crm/deals');
  await page.getByRole('heading', { name: 'Keine Deals' }).waitFor();
});

test('the keyboard alone is enough for everything', async () => {
  const owner = await ownerOf(await newTeam(crm));
  const { page } = owner;
  const { keyboard } = page;
  await owner.open('/crm');
  await page.getByRole('button', { name: /^HubSpot/ }).focus();
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.getByRole('button', { name: 'Stattdessen einen Zugangsschlüssel eingeben' }).focus();
  await keyboard.press('Enter');
  await page.getByLabel('Zugriffstoken').focus();
  await keyboard.type(token);
  await keyboard.press('Enter');
  await page.waitForURL('**/crm/con_*');
  await page.getByText('Zuletzt abgeglichen').waitFor();
  await page.locator('[data-row]').first().focus();
  await keyboard.press('Enter');
  await page.getByText('ID des Laufs').waitFor();
  await page.getByRole('button', { name: 'Weitere Aktionen' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Trennen', exact: true }).focus();
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: /trennen$/ }).waitFor();
});

async function untilRemoved(id: string): Promise<void> {
  await until('the connection to be removed', async () => {
    const { rowCount } = await app().api.sql.query('select from crm_connection where id = $1', [
      id,
    ]);
    return rowCount === 0;
  });
}
