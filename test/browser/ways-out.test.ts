import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  team = await makeTeam(app().api);
  // The browser asks for English, the profile says German.
  const session = await makeSession(team, team.owner);
  // The object that is gone is the only question of its batch if the page asks for the rest earlier.
  owner = await app().visit({ session, language: 'en', expects: /404.*webhooks\.getEndpoint/ });
});

const languageOfProfile = async () => {
  const sql = 'select lang from person where id = $1';
  return (await app().api.sql.query(sql, [team.owner.userId])).rows[0].lang;
};

test('the user menu names the other language in this language, and keeps the choice in the profile', async () => {
  const { page } = owner;
  await owner.open('/profile');
  const account = page.getByRole('navigation').first().locator('..').getByRole('button').last();
  await page.getByLabel('Name').fill('Half typed');
  await account.click();
  await page.getByRole('menuitem', { name: 'English', exact: true }).click();
  await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor();
  expect(await languageOfProfile()).toBe('en');
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await owner.violations()).toEqual([]);
  // The form keeps what was typed, and knows the new language.
  expect(await page.getByLabel('Name').inputValue()).toBe('Half typed');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await until('the name is saved', async () => {
    const sql = 'select name, lang from person where id = $1';
    const [person] = (await app().api.sql.query(sql, [team.owner.userId])).rows;
    return person.name === 'Half typed' && person.lang === 'en';
  });
  await page.reload();
  await account.click();
  await page.getByRole('menuitem', { name: 'Deutsch', exact: true }).click();
  await page.getByRole('heading', { name: 'Profil', exact: true }).waitFor();
  expect(await languageOfProfile()).toBe('de');
});

test('a person who is signed in sees an address without a page inside the navigation', async () => {
  const { page } = owner;
  await owner.open('/no-such-page');
  await page.getByRole('heading', { name: 'Diese Seite gibt es nicht' }).waitFor();
  expect(await page.title()).toBe('Diese Seite gibt es nicht · Team API');
  expect(await owner.violations()).toEqual([]);
  await page.getByRole('link', { name: 'API-Schlüssel' }).click();
  await page.getByRole('heading', { name: 'API-Schlüssel' }).waitFor();
});

test('an object that is gone offers the way home, not another try', async () => {
  const { page } = owner;
  await owner.open('/webhooks/whe_gone');
  await page.getByRole('heading', { name: 'Diese Seite gibt es nicht' }).waitFor();
  expect(await page.getByRole('button', { name: 'Noch einmal versuchen' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Zur Startseite' }).click();
  await page.waitForURL('**/overview');
});

/** The address that a link or a command opens in a new tab. */
async function opened(click: () => Promise<void>): Promise<string> {
  const [tab] = await Promise.all([owner.context.waitForEvent('page'), click()]);
  await tab.waitForLoadState();
  const { pathname, hash } = new URL(tab.url());
  // If a section of a guide is renamed, this finds it missing.
  const id = decodeURIComponent(hash.slice(1));
  if (id) expect(await tab.locator(`[id="${id}"]`).count(), id).toBe(1);
  expect(await tab.getByRole('heading', { level: 1 }).count(), pathname).toBe(1);
  expect((await tab.request.get(tab.url())).status(), pathname).toBe(200);
  await tab.close();
  return pathname;
}

test('the palette begins actions; the palette, the menu and pages open the documentation', async () => {
  const { page } = owner;
  await owner.open('/api-keys');
  const guide = page.getByRole('link', { name: 'Anleitung: Schlüssel und Rechte' });
  expect(await opened(() => guide.click())).toBe('/docs/de/guides/authentication');
  const account = page.getByRole('navigation').first().locator('..').getByRole('button').last();
  await account.click();
  const item = page.getByRole('menuitem', { name: 'Dokumentation' });
  expect(await opened(() => item.click())).toBe('/docs/de/');
  await owner.open('/webhooks');
  const webhooks = page.getByRole('link', { name: 'Anleitung: Webhooks' });
  expect(await opened(() => webhooks.click())).toBe('/docs/de/guides/webhooks');
  const receiver = page.getByRole('link', { name: 'Anleitung: einen Empfänger starten' });
  expect(await opened(() => receiver.click())).toBe('/docs/de/guides/webhooks');
  for (const word of ['docs', 'doku', 'api', 'reference']) {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('combobox', { name: 'Befehle' });
    await palette.fill(word);
    await page.getByRole('option', { name: 'Dokumentation' }).waitFor();
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Befehle' }).fill('einl');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Mitglieder einladen' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Befehle' }).fill('doku');
  expect(await opened(() => page.keyboard.press('Enter'))).toBe('/docs/de/');
  owner.requireClean();
});
