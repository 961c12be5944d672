import { describe, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { makePerson, PASSWORD } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';

const app = useApp();

describe('a person signs in with the password', () => {
  test('after the sign-in, the person lands on the first page that the role allows', async () => {
    const team = await makeTeam(app().api);
    const person = await makePerson(team, { role: 'admin' });
    const visitor = await app().visit();
    await visitor.open('/');
    const { page } = visitor;
    await page.getByText('Verkaufsgespräche üben, auswerten').waitFor();
    await page.getByLabel('E-Mail').fill(person.email);
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByRole('navigation').first().waitFor();
    expect(page.url()).not.toContain('/sign-in');
  });

  test('a page that is opened without a sign-in leads to it, and then opens', async () => {
    const team = await makeTeam(app().api);
    const person = await makePerson(team, { role: 'admin' });
    const visitor = await app().visit();
    await visitor.open('/trainings?status=scored');
    const { page } = visitor;
    await page.getByText('Sie sind nicht angemeldet, oder Ihre Sitzung ist beendet.').waitFor();
    await page.getByLabel('E-Mail').fill(person.email);
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.waitForURL(`${app().origin}/app/trainings?status=scored`);
  });

  test('a wrong password is refused, and the address stays in the form', async () => {
    const visitor = await app().visit({ language: 'en', expects: /401/ });
    await visitor.open('/sign-in');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect(await page.getByText('Please fill in this field.').count()).toBe(2);
    await page.getByLabel('E-mail').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('a wrong password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('password is wrong');
    expect(await page.getByLabel('E-mail').inputValue()).toBe('nobody@example.com');
  });
});
