import { expect, test } from 'vitest';
import { teamCreate } from '../../src/cli/team-commands.ts';
import { links, sealKey } from '../harness/mailed-links.ts';
import { useApp } from './harness/use-app.ts';

const app = useApp();

test('the first owner comes from the printed line to a first API call with a key just made', async () => {
  const { api, origin } = app();
  const options = new Map(Object.entries({ name: 'North Light', owner: 'first@example.com' }));
  const context = {
    pool: api.sql,
    now: api.clock.now(),
    publicUrl: origin,
    links,
    sealKey,
    secretKey: links.key,
  };
  const printed = (await teamCreate.prepare(options)(context)) as { sign_in_url: string };
  const visitor = await app().visit();
  const { page } = visitor;
  await page.goto(printed.sign_in_url);
  await page.getByLabel('Ihr Name').fill('Erika Muster');
  await page.getByLabel('Neues Passwort').fill('a good long password');
  await page.getByRole('button', { name: 'Passwort speichern und anmelden' }).click();
  await page.getByRole('link', { name: 'API-Schlüssel' }).click();
  await page.getByRole('button', { name: 'Schlüssel erstellen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schlüssel erstellen' });
  await dialog.getByLabel('Name').fill('Reporting');
  await dialog.getByRole('button', { name: 'Schlüssel erstellen' }).click();
  const secret = page.getByRole('dialog', { name: 'Ihr neuer Schlüssel' });
  await secret.getByRole('button', { name: 'Kopieren' }).first().click();
  await secret.getByText('Kopiert', { exact: true }).waitFor({ state: 'attached' });
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(key).toMatch(/^svck_live_/);
  const answer = await api.request('GET', '/me', { key });
  expect(answer.status).toBe(200);
  await secret.getByRole('button', { name: 'Ich habe ihn gespeichert' }).click();
  await page.getByRole('button', { name: 'Reporting' }).waitFor();
  expect(await page.content()).not.toContain(key);
  visitor.requireClean();
});
