import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { makeTeam, type Person } from '../harness/team.ts';
import { mailedToken } from '../mail/harness/mails.ts';

const app = useApp();

let person: Person;
let visitor: Visitor;

beforeEach(async () => {
  const team = await makeTeam(app().api);
  person = await makePerson(team, { role: 'admin' });
  visitor = await app().visit({ session: await makeSession(team, person) });
});

/** Adds a passkey device without a screen. It always confirms. */
async function addDevice({ context, page }: Visitor): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe('a passkey', () => {
  test('is added, named, used to sign in, and removed', async () => {
    const { page } = visitor;
    await addDevice(visitor);
    await visitor.open('/profile');
    await page.getByText('Noch kein Passkey.').waitFor();
    await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
    await page.getByRole('button', { name: 'Umbenennen: Passkey 1' }).click();
    const form = page.getByRole('dialog', { name: 'Passkey umbenennen' });
    await form.getByLabel('Name').fill('Laptop im Büro');
    await form.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('button', { name: 'Umbenennen: Laptop im Büro' }).waitFor();
    expect(await visitor.violations()).toEqual([]);

    await visitor.context.clearCookies();
    await visitor.open('/sign-in');
    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await page.getByRole('navigation').first().waitFor();

    await visitor.open('/profile');
    await page.getByText('Passkey verwendet').waitFor();
    await page.getByRole('button', { name: 'Entfernen: Laptop im Büro' }).click();
    const confirm = page.getByRole('dialog', { name: 'Den Passkey „Laptop im Büro“ entfernen' });
    await confirm.getByRole('button', { name: 'Entfernen', exact: true }).click();
    await page.getByText('Noch kein Passkey.').waitFor();
    await page.getByText('Passkey entfernt').waitFor();
    visitor.requireClean();
  });

  test('if a device already has a passkey, the page says that none was added', async () => {
    const { page } = visitor;
    await addDevice(visitor);
    await visitor.open('/profile');
    await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
    await page.getByRole('button', { name: 'Entfernen: Passkey 1' }).waitFor();
    await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
    await page.getByText('Es wurde kein Passkey hinzugefügt.').waitFor();
    expect(await page.getByRole('button', { name: /^Entfernen: Passkey/ }).count()).toBe(1);
  });
});

test('a new e-mail address takes effect when its link is opened, and then signs the person in', async () => {
  const { page } = visitor;
  const email = `new.${person.email}`;
  await visitor.open('/profile');
  await page.getByLabel('Neue E-Mail-Adresse').fill(email);
  await page.getByRole('button', { name: 'Link schicken' }).click();
  await page.getByText(`${email} wartet auf die Bestätigung`).waitFor();
  expect(await visitor.violations()).toEqual([]);
  const token = await mailedToken(app().api, email);
  await page.goto(`${app().origin}/app/link#${token}`);
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click();
  await page.getByRole('link', { name: 'Weiter zur App' }).waitFor();
  await visitor.open('/profile');
  await page.getByText(`Sie melden sich mit ${email} an.`).waitFor();
  await page.getByText('E-Mail-Adresse geändert', { exact: false }).first().waitFor();
});

test('the security log shows ten entries, and more on request', async () => {
  const { page } = visitor;
  await app().api.sql.query(
    `insert into security_log (id, person_id, kind, created_at)
     select 'sec_' || lpad(n::text, 26, '0'), $1, 'signed_out', now() from generate_series(1, 12) n`,
    [person.userId],
  );
  await visitor.open('/profile');
  const entries = page.getByText('Abgemeldet', { exact: true });
  expect(await entries.count()).toBe(10);
  await page.getByRole('button', { name: 'Weitere laden' }).click();
  await entries.nth(11).waitFor();
  expect(await page.getByRole('button', { name: 'Weitere laden' }).count()).toBe(0);
});

test('fields beside each other begin at the same height, with a hint below one of them', async () => {
  await visitor.open('/profile');
  const topOf = async (label: string) =>
    (await visitor.page.getByLabel(label, { exact: true }).boundingBox())?.y;
  expect(await topOf('Name')).toBe(await topOf('Sprache'));
});

test('a wide window has a list of the sections, which marks the one that the person has reached', async () => {
  const { page } = visitor;
  await visitor.resize({ width: 1152, height: 900 });
  await visitor.open('/profile');
  const list = page.getByRole('navigation', { name: 'Abschnitte' });
  const current = () => list.locator('[aria-current=true]').allInnerTexts();
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
  expect(await list.getByRole('link').allInnerTexts()).toEqual(titles);
  expect(await current()).toEqual(['Über Sie']);
  for (const title of ['Passkeys', 'Passwort', 'Sicherheitsprotokoll', 'Ihre Daten']) {
    await list.getByRole('link', { name: title }).click();
    await expect.poll(current).toEqual([title]);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(current).toEqual(['Über Sie']);
  expect(await visitor.violations()).toEqual([]);
  await visitor.resize({ width: 1151, height: 900 });
  expect(await list.isVisible()).toBe(false);
});
