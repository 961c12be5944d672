import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertLink } from '../account/harness/links.ts';
import { makePerson, makeSession, PASSWORD } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { mailedToken } from '../mail/harness/mails.ts';
import { startProxy } from './harness/plain-http.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;
let page: Page;

// After an invitation the page looks again for a while, by the browser's clock.
beforeAll(() => {
  const { clock } = app().api;
  clock.travel(Date.now() - clock.now().getTime());
});

beforeEach(async () => {
  team = await makeTeam(app().api);
  const session = await makeSession(team, team.owner);
  owner = await app().visit({ session, expects: /409/ });
  ({ page } = owner);
});

const roleOf = async (memberId: string) =>
  (await team.request('GET', `/users/${memberId}`)).body.role;

test('an invited person signs up, and lands on the pages of a member', async () => {
  const email = `lea.${team.tenantId}@example.com`;
  await owner.open('/members');
  await page.getByRole('button', { name: 'Einladen' }).click();
  const form = page.getByRole('dialog', { name: 'Mitglieder einladen' });
  await form.getByLabel('E-Mail').fill(email);
  await form.getByRole('button', { name: 'Einladen' }).click();
  await page.getByText('Die Einladung ist angelegt.').waitFor();

  // Without a mail server, the page says whom to ask for the link. It does not show the link.
  const token = await mailedToken(app().api, email);
  await page.getByText('Einladungen werden hier nicht per E-Mail gesendet').waitFor();
  await page.getByText(`mail list --team ${team.tenantId} --state unsent`).waitFor();
  expect(await page.content()).not.toContain(token);
  await page.getByRole('link', { name: email, exact: true }).click();
  await page.getByRole('heading', { name: email }).waitFor();
  await page.getByText('nicht gesendet', { exact: true }).waitFor();
  expect(await owner.violations()).toEqual([]);

  const invited = await app().visit();
  await invited.page.goto(`${app().origin}/app/link#${token}`);
  await invited.page.getByText('Treten Sie dem Team „Team under test“ bei.').waitFor();
  expect(await invited.violations()).toEqual([]);
  await invited.page.getByLabel('Ihr Name').fill('Lea Vogel');
  const password = invited.page.getByLabel('Neues Passwort');
  await password.fill('a good long password');
  expect(await password.getAttribute('type')).toBe('password');
  await invited.page.getByLabel('Passwort anzeigen').check();
  expect(await password.getAttribute('type')).toBe('text');
  await invited.page.getByRole('button', { name: 'Passwort speichern und anmelden' }).click();
  await invited.page.getByRole('link', { name: 'Meine Aufgaben' }).waitFor();
  // A person who has just read German continues in German.
  const kept = await invited.page.evaluate(() => localStorage.getItem('language'));
  expect(kept).toBe('de');
  expect(await invited.page.getByRole('link', { name: 'Mitglieder' }).count()).toBe(0);
});

test('the first sign-in to a new team asks nobody to join the own team', async () => {
  const { token } = await insertLink(team);
  const visitor = await app().visit({ language: 'en' });
  await visitor.page.goto(`${app().origin}/app/link#${token}`);
  await visitor.page.getByText('Your team “Team under test” is ready.').waitFor();
});

test('a person who opens an invitation while signed in as somebody else signs out, and is asked for the right account', async () => {
  const elsewhere = await makePerson(await makeTeam(app().api));
  const session = await makeSession(team, team.owner);
  session.headers = { origin: app().origin };
  await session.app.members.invite.mutate({ email: elsewhere.email, role: 'member' });
  const token = await mailedToken(app().api, elsewhere.email);
  await page.goto(`${app().origin}/app/link#${token}`);
  await page.getByText(`Die Einladung gilt für ${elsewhere.email}.`).waitFor();
  await page.getByRole('button', { name: 'Abmelden und fortfahren' }).click();
  const email = page.getByLabel('E-Mail');
  await email.waitFor();
  expect(await email.inputValue()).toBe(elsewhere.email);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByRole('button', { name: 'Beitreten' }).click();
  await page.getByRole('link', { name: 'Meine Aufgaben' }).waitFor();
});

test('a new role brings its pages, and the last admin cannot lose the role', async () => {
  const person = await makePerson(team);
  await app().api.sql.query(`update person set name = 'Lea Vogel' where id = $1`, [person.userId]);
  await owner.open('/members');
  await page.getByRole('link', { name: 'Lea Vogel' }).click();
  await page.getByRole('heading', { name: 'Lea Vogel' }).waitFor();
  const main = page.getByRole('main');
  const role = main.getByRole('combobox', { name: 'Rolle' });
  await role.selectOption('admin');
  const saved = page.getByRole('status').filter({ hasText: 'Die Rolle ist geändert.' });
  await saved.getByRole('button', { name: 'Schließen' }).click();
  await main.getByRole('button', { name: /^\d/ }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: /T.*Z$/ }).click();
  await page.keyboard.press('Escape');
  const promoted = await app().visit({ session: await makeSession(team, person) });
  await promoted.open('/');
  await promoted.page.getByRole('link', { name: 'Mitglieder' }).waitFor();

  await role.selectOption('member');
  await main.getByRole('alert').getByText('letzte').waitFor();
  expect(await role.inputValue()).toBe('admin');
  await main.getByRole('button', { name: 'Entfernen' }).click();
  const removal = page.getByRole('dialog', { name: 'Lea Vogel entfernen' });
  await removal.getByText('Das ist der letzte aktive Admin.').waitFor();
  expect(await removal.getByRole('button', { name: 'Entfernen' }).isDisabled()).toBe(true);
  expect(await owner.violations()).toEqual([]);
});

test('a team is offered and accepted: the two people exchange their roles', async () => {
  const heir = await makePerson(team, { role: 'admin' });
  await owner.open('/team');
  await page.getByRole('button', { name: 'Team übertragen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Team übertragen' });
  await dialog.getByRole('combobox', { name: 'An' }).fill(heir.email);
  await page.getByRole('option').click();
  await dialog.getByRole('button', { name: 'Team übertragen' }).click();
  await page.getByText(/^Das Angebot geht an (?!ein Mitglied)/).waitFor();
  expect(await roleOf(heir.memberId)).toBe('admin');

  const other = await app().visit({ session: await makeSession(team, heir) });
  await other.open('/team');
  await other.page.getByText('Dieses Team wurde Ihnen angeboten').waitFor();
  expect(await other.violations()).toEqual([]);
  await other.page.getByRole('button', { name: 'Annehmen' }).click();
  await other.page.getByRole('button', { name: 'Team übertragen' }).waitFor();
  expect(await roleOf(heir.memberId)).toBe('owner');
  expect(await roleOf(team.owner.memberId)).toBe('admin');

  await owner.open('/team');
  await page.getByText('Nur die Inhaberin oder der Inhaber kann das Team übertragen.').waitFor();
  expect(await page.getByRole('link', { name: 'Datenschutz', exact: true }).count()).toBe(0);
});

describe('an API key', () => {
  async function madeKey(): Promise<string> {
    const secret = page.getByRole('dialog', { name: 'Ihr neuer Schlüssel' });
    // The page shows the message for two seconds. On a busy machine a click may take as long.
    await Promise.all([
      secret.getByText('Kopiert', { exact: true }).waitFor({ state: 'attached' }),
      secret.getByRole('button', { name: 'Kopieren' }).first().click(),
    ]);
    const key = await page.evaluate(() => navigator.clipboard.readText());
    await secret.getByRole('button', { name: 'Ich habe ihn gespeichert' }).click();
    return key;
  }
  const me = (key: string) => app().api.request('GET', '/me', { key });

  test('is rotated with grace: both keys work, and then the old one ends', async () => {
    await owner.open(`/api-keys?key=${team.keyId}`);
    const drawer = page.getByRole('dialog', { name: 'Key under test' });
    await drawer.getByRole('button', { name: 'Rotieren' }).click();
    const dialog = page.getByRole('dialog', { name: '„Key under test“ rotieren' });
    await dialog.getByLabel('1 Stunde').check();
    await dialog.getByRole('button', { name: 'Rotieren' }).click();
    await page.getByText('Der alte Schlüssel gilt noch bis').waitFor();
    const key = await madeKey();
    expect((await me(key)).status).toBe(200);
    expect((await me(team.key)).status).toBe(200);
    await drawer.getByText('Wird abgelöst').waitFor();
    app().api.clock.travel(3_600_000);
    expect((await me(team.key)).status).toBe(401);
    expect((await me(key)).status).toBe(200);
    await owner.open(`/api-keys?key=${team.keyId}`);
    await drawer.getByText('Abgelaufen').waitFor();
  });

  test('is duplicated with other scopes, and does not change', async () => {
    await owner.open(`/api-keys?key=${team.keyId}`);
    const drawer = page.getByRole('dialog', { name: 'Key under test', exact: true });
    await drawer.getByRole('button', { name: 'Duplizieren' }).click();
    const dialog = page.getByRole('dialog', { name: '„Key under test“ duplizieren' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Key under test (Kopie)');
    expect(await dialog.getByLabel('webhooks:manage').isChecked()).toBe(true);
    expect(await owner.violations()).toEqual([]);
    await dialog.getByLabel('webhooks:manage').uncheck();
    await dialog.getByRole('button', { name: 'Schlüssel erstellen' }).click();
    const copy = await me(await madeKey());
    const original = await me(team.key);
    expect(original.body.scopes).toContain('webhooks:manage');
    expect(copy.body.scopes).toEqual(
      (original.body.scopes as string[]).filter((scope) => scope !== 'webhooks:manage'),
    );
  });

  test('form that is half filled in keeps its scopes while the person looks at something else', async () => {
    await owner.open('/api-keys?new=1');
    const dialog = page.getByRole('dialog', { name: 'Schlüssel erstellen' });
    await dialog.waitFor();
    // The first field of the form has the focus.
    await page.keyboard.type('Export');
    await dialog.getByLabel('Eigene Auswahl').check();
    await dialog.getByLabel('cases:read').check();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Mitglieder' }).click();
    await page.getByRole('link', { name: 'API-Schlüssel' }).click();
    await page.getByRole('button', { name: 'Schlüssel erstellen' }).click();
    expect(await dialog.getByLabel('Eigene Auswahl').isChecked()).toBe(true);
    expect(await dialog.getByLabel('cases:read').isChecked()).toBe(true);
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Export');
  });
});

test('over plain HTTP on another host the page says why nobody can sign in there', async () => {
  const proxy = { server: await startProxy(app().api.port) };
  const context = await page.context().browser()?.newContext({ proxy, locale: 'de-DE' });
  const faults: string[] = [];
  context?.on('weberror', (error) => faults.push(String(error.error())));
  const insecure = await context?.newPage();
  await insecure?.goto('http://team.example.com/app/members');
  await insecure?.getByText('Diese Adresse ist nicht verschlüsselt').waitFor();
  await insecure?.getByText('https://team.example.com/app/members').waitFor();
  expect(await insecure?.getByLabel('Passwort').count()).toBe(0);
  expect(faults).toEqual([]);
});
