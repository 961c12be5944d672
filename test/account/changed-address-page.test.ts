import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makePerson, makeSession, PASSWORD, type Browser as Session } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { mailedToken } from '../mail/harness/mails.ts';

const app = useApp();

let team: TestTeam;
let person: Person;
let session: Session;
let newEmail: string;

beforeEach(async () => {
  team = await makeTeam(app().api);
  person = await makePerson(team, { role: 'admin' });
  session = await makeSession(team, person);
  session.headers = { origin: app().origin };
  newEmail = `new.${person.email}`;
});

async function requested(): Promise<string> {
  await session.app.account.requestEmailChange.mutate({ email: newEmail });
  return mailedToken(app().api, newEmail);
}

async function changed(): Promise<string> {
  const token = await requested();
  await session.app.account.confirmEmailChange.mutate({ token });
  return mailedToken(app().api, person.email);
}

async function looksRight(visitor: Visitor): Promise<void> {
  expect(await visitor.violations()).toEqual([]);
  expect(await visitor.scrollsSideways()).toBe(false);
}

test('the link to a new address asks for the sign-in, and then continues with the confirmation', async () => {
  const token = await requested();
  const visitor = await app().visit({ width: 390 });
  const { page } = visitor;
  await visitor.open(`/link#${token}`);
  await page.getByText('Melden Sie sich mit Ihrer bisherigen Adresse an').waitFor();
  expect(await page.getByRole('button', { name: 'Adresse bestätigen' }).count()).toBe(0);
  await looksRight(visitor);
  await page.getByLabel('E-Mail').fill(person.email);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click();
  await page.getByText('Die neue Adresse ist bestätigt').waitFor();
  await page.getByRole('link', { name: 'Weiter zur App' }).click();
  await page.waitForURL(/\/app\/(?!link|sign-in)./);
});

test('another person who is signed in reads that the link is for another account', async () => {
  const token = await requested();
  const other = await makePerson(team);
  const visitor = await app().visit({ session: await makeSession(team, other), expects: /403/ });
  const { page } = visitor;
  await visitor.open(`/link#${token}`);
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click();
  await page.getByText('Dieser Link gehört zu einem anderen Konto.').waitFor();
  await page.getByRole('button', { name: 'Abmelden und fortfahren' }).click();
  await page.getByText('Melden Sie sich mit Ihrer bisherigen Adresse an').waitFor();
});

test('the link to the former address asks first, and undoes the change with the former password', async () => {
  const token = await changed();
  const visitor = await app().visit({ width: 390, theme: 'dark', expects: /401/ });
  const { page } = visitor;
  await visitor.open(`/link#${token}`);
  expect(await session.app.session.current.query({})).not.toBe(null);
  await looksRight(visitor);
  await page.getByLabel('Passwort, das bei der Änderung galt').fill('a wrong password');
  await page.getByRole('button', { name: 'Änderung rückgängig machen' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Passwort, das bei der Änderung galt').fill(PASSWORD);
  await page.getByRole('button', { name: 'Änderung rückgängig machen' }).click();
  await page.getByText('Die Änderung ist rückgängig gemacht').waitFor();
  await looksRight(visitor);
  expect(await session.app.session.current.query({})).toBe(null);
  await page.getByRole('link', { name: 'Zur Anmeldung' }).click();
  await page.getByLabel('E-Mail').fill(person.email);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.waitForURL(/\/app\/(?!link|sign-in)./);
});

test('a person with neither password nor passkey ends all sessions, and reads who can help', async () => {
  const token = await changed();
  const visitor = await app().visit({ language: 'en' });
  const { page } = visitor;
  await visitor.open(`/link#${token}`);
  await page.getByRole('button', { name: 'I no longer have either' }).click();
  await looksRight(visitor);
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await page.getByText('Contact the operator').waitFor();
  await looksRight(visitor);
  expect(await session.app.session.current.query({})).toBe(null);
});
