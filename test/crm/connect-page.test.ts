import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keepAddress } from '../../src/crm/demo/address.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { connectByToken, newTeam, ownerOf, token, useCrmApp } from './harness/crm-app.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'team-api-crm-connect-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const crm = await useCrmApp({ DATA_DIR: dataDir });
const { app, fake } = crm;
for (let n = 1; n <= 60; n++) fake.addDeal({ dealname: `Projekt ${n}`, amount: `${n}000.50` });

const connections = async (tenantId: string): Promise<number> => {
  const sql = 'select count(*)::integer as count from crm_connection where tenant_id = $1';
  const { rows } = await app().api.sql.query<{ count: number }>(sql, [tenantId]);
  return rows[0]?.count ?? -1;
};
const dialogOf = ({ page }: Visitor) => page.getByRole('dialog');

test('a token that the CRM refuses, or that lacks a permission, connects nothing, and the dialog says why', async () => {
  const team = await newTeam(crm);
  const owner = await ownerOf(crm, team);
  const { page } = owner;
  const dialog = dialogOf(owner);
  const connect = dialog.getByRole('button', { name: 'Verbinden', exact: true });
  await owner.open('/crm');
  await page.getByText('Noch kein CRM verbunden').waitFor();
  await page.getByRole('button', { name: /^HubSpot/ }).click();
  await dialog.getByRole('button', { name: 'Stattdessen einen Zugangsschlüssel eingeben' }).click();
  await connect.click();
  await dialog.getByText('Bitte füllen Sie dieses Feld aus.').waitFor();
  await dialog.getByLabel('Zugriffstoken').fill('pat-eu1-some-other-token');
  await connect.click();
  await dialog.getByText('Das CRM nimmt diese Zugangsdaten nicht an.').waitFor();
  expect(await owner.violations()).toEqual([]);
  fake.missingScopes.add('crm.objects.owners.read');
  await dialog.getByLabel('Zugriffstoken').fill(`${token} `);
  await connect.click();
  await dialog.getByText('Den Zugangsdaten fehlt eine Berechtigung: crm.objects.owners').waitFor();
  expect(await owner.violations()).toEqual([]);
  fake.missingScopes.clear();
  expect(await connections(team.tenantId)).toBe(0);
  await dialog.getByLabel('Name der Verbindung').fill('Vertrieb Nord');
  await connect.click();
  await page.waitForURL('**/crm/con_*');
  await page.getByText('Verbunden mit dem Konto „').waitFor();
  await page.getByText('Zuletzt abgeglichen').waitFor();
  await page.getByRole('heading', { name: 'Vertrieb Nord' }).waitFor();
  await page.getByText('Schlüssel, der auf 0001 endet').waitFor();
  await page.getByText('1234567 · EUR · Europe/Berlin').waitFor();
  expect(await page.content()).not.toContain(token);
  await page.getByText('60 neu').filter({ visible: true }).waitFor();
  await page.getByRole('link', { name: 'Zeigen: Deals' }).click();
  // The first 50 of 60 deals. All have the same time, so any of them may be listed.
  await page
    .getByText(/^Projekt \d+$/)
    .first()
    .waitFor();
});

test('an account that is already connected is named, and cannot be connected again', async () => {
  const team = await newTeam(crm);
  const owner = await ownerOf(crm, team);
  await connectByToken(owner, 'Die erste');
  await owner.open('/crm?new=hubspot');
  const dialog = dialogOf(owner);
  await dialog.getByRole('button', { name: 'Stattdessen einen Zugangsschlüssel eingeben' }).click();
  await dialog.getByLabel('Zugriffstoken').fill(token);
  await dialog.getByRole('button', { name: 'Verbinden', exact: true }).click();
  await dialog.getByText('Dieses Konto ist schon verbunden, als „Die erste“.').waitFor();
  expect(await connections(team.tenantId)).toBe(1);
});

/** Goes to the consent page of the fake. */
async function toConsent(owner: Visitor): Promise<string> {
  await owner.open('/crm?new=hubspot');
  await dialogOf(owner).getByRole('button', { name: 'Bei HubSpot anmelden' }).click();
  await owner.page.waitForURL(`${fake.url}/**`);
  return owner.page.url();
}

test('a consent at the provider connects, and its code does not stay in the address', async () => {
  const team = await newTeam(crm);
  const owner = await ownerOf(crm, team);
  const { page } = owner;
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.headers().referer ?? ''));
  await toConsent(owner);
  await page.getByRole('link', { name: 'Allow' }).click();
  await page.waitForURL('**/crm/con_*');
  await page.getByText('Zuletzt abgeglichen').waitFor();
  await page.getByText('Anmeldung bei HubSpot').waitFor();
  expect(seen.filter((address) => address.includes('code='))).toEqual([]);
  await page.goBack();
  await owner.settled();
  expect(page.url()).not.toMatch(/code=|state=fake/);
});

test('a cancelled consent connects nothing, and the page says so', async () => {
  const team = await newTeam(crm);
  const owner = await ownerOf(crm, team);
  const { page } = owner;
  await toConsent(owner);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Es wurde nichts verbunden' }).waitFor();
  await page.getByText('Sie haben die Zustimmung im CRM abgebrochen.').waitFor();
  expect(page.url()).toBe(`${owner.origin}/app/crm/callback`);
  expect(await connections(team.tenantId)).toBe(0);
  expect(await owner.violations()).toEqual([]);
  await page.getByRole('link', { name: 'Zu den CRM-Verbindungen' }).click();
  await page.getByText('Noch kein CRM verbunden').waitFor();
});

test('a stolen state connects nothing, neither for another person nor for somebody who is not signed in', async () => {
  const team = await newTeam(crm);
  const attacker = await ownerOf(crm, await newTeam(crm));
  const stranger = await app().visit({ expects: /a request to/ });
  const owner = await ownerOf(crm, team);
  const consent = await toConsent(owner);
  const allowed = await fetch(`${consent}&decision=allow`, { redirect: 'manual' });
  const address = allowed.headers.get('location') ?? '';
  expect(address).toContain('code=');
  await attacker.page.goto(address);
  await attacker.page.getByRole('heading', { name: 'Es wurde nichts verbunden' }).waitFor();
  await attacker.page.getByText('Diese Zustimmung gilt hier nicht mehr.').waitFor();
  expect(attacker.page.url()).toBe(`${owner.origin}/app/crm/callback`);
  expect(await attacker.violations()).toEqual([]);
  await stranger.page.goto(address);
  await stranger.page.getByRole('heading', { name: 'Bitte melden Sie sich an' }).waitFor();
  expect(stranger.page.url()).toBe(`${owner.origin}/app/crm/callback`);
  expect(await connections(team.tenantId)).toBe(0);
  await owner.page.goto(address);
  await owner.page.waitForURL('**/crm/con_*');
  expect(await connections(team.tenantId)).toBe(1);
});

test('the dialog that connects the CRM of the demo gives its button the focus, and not its cross', async () => {
  const team = await newTeam(crm);
  keepAddress(dataDir, { tenant_id: team.tenantId, port: 9, runs: true });
  const owner = await ownerOf(crm, team);
  await owner.open('/crm?new=demo');
  const connect = dialogOf(owner).getByRole('button', { name: 'Verbinden', exact: true });
  expect(await connect.evaluate((node) => node === document.activeElement)).toBe(true);
});
