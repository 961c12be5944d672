import { expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makePerson, PASSWORD } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';

const app = useApp();

const languageOf = ({ page }: Visitor) => page.evaluate(() => document.documentElement.lang);

async function makeGermanAdmin() {
  const person = await makePerson(await makeTeam(app().api), { role: 'admin' });
  const sql = 'select lang from person where email = $1';
  expect((await app().api.sql.query(sql, [person.email])).rows).toEqual([{ lang: 'de' }]);
  return person;
}

async function signIn({ page }: Visitor, { email }: { email: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation').waitFor();
}

test.each([390, 1440])('at %i pixels the switch to English is visible at once', async (width) => {
  const visitor = await app().visit({ width });
  const { page } = visitor;
  await page.goto(`${app().origin}/docs/`);
  expect(await languageOf(visitor)).toBe('de');
  const other = page.getByRole('banner').getByRole('link', { name: 'English' });
  const box = await other.boundingBox();
  expect(box?.y).toBeLessThan(56);
  expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  expect(box?.height).toBeGreaterThanOrEqual(24);
  expect(await visitor.scrollsSideways()).toBe(false);
});

test('English that a visitor chooses in the documentation also holds at /docs/, in the app, and back', async () => {
  const visitor = await app().visit();
  const { page } = visitor;
  await page.goto(`${app().origin}/docs/`);
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click();
  await page.waitForURL('**/docs/en/');
  await page.goto(`${app().origin}/docs/`);
  expect(page.url()).toBe(`${app().origin}/docs/en/`);
  await page.goto(`${app().origin}/`);
  expect(await languageOf(visitor)).toBe('en');
  await visitor.open('/sign-in');
  expect(await languageOf(visitor)).toBe('en');
  await signIn(visitor, await makeGermanAdmin());
  expect(await languageOf(visitor)).toBe('en');
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await languageOf(visitor)).toBe('en');
  // An address with a language shows this language, whatever the person has chosen.
  await page.goto(`${app().origin}/docs/de/guides/limits`);
  expect(await languageOf(visitor)).toBe('de');
});

test('a language chosen at the sign-in also holds in the documentation', async () => {
  const visitor = await app().visit();
  const { page } = visitor;
  await visitor.open('/sign-in');
  await page.getByRole('combobox').selectOption('en');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await page.goto(`${app().origin}/docs/`);
  expect(page.url()).toBe(`${app().origin}/docs/en/`);
});

test('a sign-in in English keeps the app English, and does not change the profile', async () => {
  const visitor = await app().visit({ language: 'en' });
  const { page } = visitor;
  const person = await makeGermanAdmin();
  await visitor.open('/');
  await signIn(visitor, person);
  await visitor.settled();
  expect(await languageOf(visitor)).toBe('en');
  await visitor.open('/profile');
  await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor();
  const sql = 'select lang from person where email = $1';
  expect((await app().api.sql.query(sql, [person.email])).rows).toEqual([{ lang: 'de' }]);
  // Saving another name does not change the language.
  await page.getByLabel('Name', { exact: true }).fill('Another Name');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.getByRole('status').getByText('Saved').waitFor();
  expect(await languageOf(visitor)).toBe('en');
});
