import { beforeAll, expect, test } from 'vitest';
import { writeDeprecationMails } from '../../src/features/mail/write-deprecation-mails.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { type Browser, makePerson, makeSession } from '../harness/app.ts';
import { links } from '../harness/mailed-links.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { mailedToken } from '../mail/harness/mails.ts';

const app = useApp();
const CONTACT = 'ops@agency.example';
let team: TestTeam;
let admin: Visitor;
let elsewhere: Browser;

beforeAll(async () => {
  team = await makeTeam(app().api);
  const person = await makePerson(team, { role: 'admin' });
  elsewhere = await makeSession(team, team.owner);
  elsewhere.headers = { origin: app().origin };
  admin = await app().visit({ session: await makeSession(team, person), expects: /409|429/ });
});

async function looksRight(visitor: Visitor): Promise<void> {
  expect(await visitor.violations()).toEqual([]);
  expect(await visitor.scrollsSideways()).toBe(false);
}

test('an admin names a contact, who agrees without an account and stops later; the admin sees each step', async () => {
  const { page } = admin;
  await admin.open('/team');
  await page.getByRole('button', { name: 'Kontakt eintragen' }).click();
  const form = page.getByRole('dialog', { name: 'Technischer Kontakt' });
  await form.getByLabel('E-Mail-Adresse').fill('ops@agency');
  await form.getByRole('button', { name: 'Eintragen und fragen' }).click();
  await form.locator('[aria-invalid="true"]').waitFor();
  await looksRight(admin);
  await form.getByLabel('E-Mail-Adresse').fill(` ${CONTACT} `);
  await form.getByRole('button', { name: 'Eintragen und fragen' }).click();
  await page.getByText('Wartet auf Zustimmung').waitFor();
  await page.getByRole('button', { name: 'Noch einmal fragen' }).click();
  await page.getByText(/höchstens einmal in der Stunde/).waitFor();
  await looksRight(admin);

  const reader = await app().visit({ width: 390 });
  await reader.open(`/link#${await mailedToken(app().api, CONTACT)}`);
  await reader.page.getByText(`möchte ${CONTACT} als technischen Kontakt eintragen`).waitFor();
  await looksRight(reader);
  expect((await elsewhere.app.technicalContact.get.query({})).state).toBe('pending');
  await reader.page.getByRole('button', { name: 'Zustimmen' }).click();
  await reader.page.getByText('Sie sind jetzt technischer Kontakt').waitFor();
  await looksRight(reader);
  await admin.open('/team');
  await page.getByText('Aktiv', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Noch einmal fragen' }).count()).toBe(0);

  const deprecation = { sunsetAt: new Date('2099-01-31'), link: undefined };
  await team.do((call) => writeDeprecationMails(call, deprecation, links.key));
  const stopper = await app().visit({ theme: 'dark' });
  await stopper.open(`/link#${await mailedToken(app().api, CONTACT)}`);
  await stopper.page.getByText(`${CONTACT} ist der technische Kontakt`).waitFor();
  await looksRight(stopper);
  await stopper.page.getByRole('button', { name: 'Nachrichten beenden' }).click();
  await stopper.page.getByText('Die Nachrichten sind beendet').waitFor();
  await admin.open('/team');
  await page.getByText('Der letzte Kontakt ist abgemeldet').waitFor();
  await looksRight(admin);
});

test('what another admin has saved meanwhile is shown, and overwritten only on purpose', async () => {
  const session = await makeSession(team, team.owner);
  const visitor = await app().visit({ session, expects: /409/ });
  const { page } = visitor;
  await visitor.open('/team');
  await page.getByRole('button', { name: 'Kontakt eintragen' }).click();
  const { version } = await elsewhere.app.technicalContact.get.query({});
  const email = 'theirs@agency.example';
  await elsewhere.app.technicalContact.set.mutate({ version, email, lang: 'de' });
  const form = page.getByRole('dialog', { name: 'Technischer Kontakt' });
  await form.getByLabel('E-Mail-Adresse').fill('mine@agency.example');
  await form.getByRole('button', { name: 'Eintragen und fragen' }).click();
  const stale = page.getByRole('dialog', { name: 'Inzwischen hat jemand etwas geändert' });
  await stale.waitFor();
  await stale.getByRole('button', { name: 'Gespeichertes behalten' }).click();
  await page.getByText(email).waitFor();
  await page.getByRole('button', { name: 'Entfernen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Technischen Kontakt entfernen' });
  await dialog.getByRole('button', { name: 'Entfernen' }).click();
  await page.getByRole('button', { name: 'Kontakt eintragen' }).waitFor();
});
