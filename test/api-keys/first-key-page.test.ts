import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { keyTexts } from '../../src/app/pages/api-keys/texts.ts';
import { teamCreate } from '../../src/cli/team-commands.ts';
import { useApp } from '../browser/harness/use-app.ts';
import { codeBlocks, documentNamed } from '../docs/harness/documents.ts';
import { makeSession } from '../harness/app.ts';
import { insertEndpoint } from '../harness/rows.ts';
import { runCommand } from '../harness/run-command.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';

const app = useApp();

test('the first owner comes from the printed line to a first API call with a new key', async () => {
  const { api, origin } = app();
  const printed = await runCommand<{ sign_in_url: string }>(
    { sql: api.sql, clock: api.clock, publicUrl: origin },
    teamCreate,
    { name: 'North Light', owner: 'first@example.com' },
  );
  const visitor = await app().visit();
  const { page } = visitor;
  await page.goto(printed.sign_in_url);
  await page.getByLabel('Ihr Name').fill('Erika Muster');
  await page.getByLabel('Neues Passwort').fill('a good long password');
  await page.getByRole('button', { name: 'Passwort speichern und anmelden' }).click();
  await page.getByRole('link', { name: 'API-Schlüssel' }).click();
  // The test copies the command of the empty list, and runs it later.
  await page.getByRole('button', { name: 'Kopieren' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await until('the line is copied', async () => (await copied()).startsWith('curl'));
  const emptyLine = await copied();
  await page.getByRole('link', { name: 'Schlüssel erstellen' }).waitFor();
  await page.getByRole('button', { name: 'Schlüssel erstellen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schlüssel erstellen' });
  await dialog.getByLabel('Name').fill('Reporting');
  const create = dialog.getByRole('button', { name: 'Schlüssel erstellen' });
  await dialog.getByText('users:read, trainings:read').first().waitFor();
  await dialog.getByLabel('Eigene Auswahl').check();
  expect(await create.isDisabled()).toBe(true);
  expect(await create.getAttribute('title')).toBe('Wählen Sie mindestens ein Recht.');
  await dialog.getByText('Wählen Sie mindestens ein Recht.').waitFor();
  await dialog.getByText('Mitglieder des Teams lesen').waitFor();
  expect(await visitor.violations()).toEqual([]);
  await dialog.getByLabel('Lesen, Aufgaben stellen und Webhooks').check();
  await dialog.getByRole('button', { name: 'Meine Adresse hinzufügen: 127.0.0.1/32' }).click();
  expect(await dialog.getByLabel('Erlaubte Adressen').inputValue()).toBe('127.0.0.1/32');
  await dialog.getByText('Ihre eigene Adresse ist dabei: 127.0.0.1/32').waitFor();
  await create.click();
  const secret = page.getByRole('dialog', { name: 'Ihr neuer Schlüssel' });
  const reachesOut = () =>
    secret.evaluate((dialog) => {
      const { right } = dialog.getBoundingClientRect();
      const all = [...dialog.querySelectorAll('button, p, pre, code')];
      return all
        .filter((one) => one.getBoundingClientRect().right > right)
        .map((one) => one.outerHTML);
    });
  await secret.getByRole('button', { name: 'Anzeigen' }).click();
  expect(await reachesOut()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await reachesOut()).toEqual([]);
  await secret.getByRole('button', { name: 'Verbergen' }).click();
  expect(await reachesOut()).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  // The page shows the message for two seconds. On a busy machine a click may take as long.
  await Promise.all([
    secret.getByText('Kopiert', { exact: true }).waitFor({ state: 'attached' }),
    secret.getByRole('button', { name: 'Kopieren' }).first().click(),
  ]);
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(key).toMatch(/^svck_live_/);
  const answer = await api.request('GET', '/me', { key });
  expect(answer.status).toBe(200);
  expect(answer.body.scopes).toContain('webhooks:manage');
  expect(await secret.innerText()).not.toContain(key);
  const lines: string[] = [];
  for (const at of [1, 2]) {
    await secret.getByRole('button', { name: 'Kopieren' }).nth(at).click();
    await until('another line is copied', async () => !lines.concat(key).includes(await copied()));
    lines.push(await copied());
  }
  // The shell runs both commands together, and then the command of the empty list.
  const sh = async (text: string) => (await promisify(execFile)('sh', ['-c', text])).stdout;
  const [first = ''] = lines;
  for (const pasted of [lines.join('\n'), `${first}\n${emptyLine}`]) {
    expect(JSON.parse(await sh(`${pasted} -s`)).scopes).toContain('webhooks:manage');
  }
  // The page itself sends a real request, without the person's session.
  const pending = page.waitForRequest('**/api/public/v1/me');
  await secret.getByRole('button', { name: 'Anfrage senden' }).click();
  expect((await (await pending).allHeaders()).cookie).toBeUndefined();
  await secret.getByText('Die Anfrage ist angekommen').waitFor();
  expect(await secret.innerText()).not.toContain(key);
  await secret.getByRole('button', { name: 'Ich habe ihn gespeichert' }).click();
  await page.getByRole('link', { name: 'Reporting' }).waitFor();
  expect(await page.content()).not.toContain(key);
  visitor.requireClean();
});

test('the link of the guide on webhooks opens the dialog with the scopes that the guide needs', async () => {
  const [, link = ''] =
    /http:\/\/localhost:3000\/app(\/api-keys\?new=\w+)\)/.exec(
      documentNamed('docs/guides/en/webhooks.md'),
    ) ?? [];
  const team = await makeTeam(app().api);
  const visitor = await app().visit({ session: await makeSession(team, team.owner) });
  const { page } = visitor;
  await visitor.open(link);
  const dialog = page.getByRole('dialog', { name: 'Schlüssel erstellen' });
  await dialog.getByLabel('Name').fill('Webhooks');
  const { webhooks } = keyTexts.de.templates;
  expect(await dialog.getByLabel(webhooks).isChecked()).toBe(true);
  // A template says what it adds, and does not repeat the scopes of the one above it.
  expect(await dialog.innerText()).toMatch(/Wie darüber, dazu webhooks:manage\n/);
  expect((await dialog.innerText()).match(/users:read/g)).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Schlüssel erstellen' }).click();
  const secret = page.getByRole('dialog', { name: 'Ihr neuer Schlüssel' });
  await Promise.all([
    secret.getByText('Kopiert', { exact: true }).waitFor({ state: 'attached' }),
    secret.getByRole('button', { name: 'Kopieren' }).first().click(),
  ]);
  const key = await page.evaluate(() => navigator.clipboard.readText());
  const { scopes } = (await app().api.request('GET', '/me', { key })).body;
  expect(scopes).toEqual([
    'users:read',
    'trainings:read',
    'evaluations:read',
    'assignments:read',
    'assignments:write',
    'cases:read',
    'catalog:read',
    'analytics:read',
    'events:read',
    'webhooks:manage',
  ]);
});

test('on the first day each step leads to what it needs: a request and a test are sent from the overview', async () => {
  const team = await makeTeam(app().api);
  await insertEndpoint(team);
  const { key } = await team.createKey();
  const visitor = await app().visit({
    session: await makeSession(team, team.owner),
    // The second of three requests is refused, because its key is wrong.
    expects: /401/,
  });
  const { page } = visitor;
  await visitor.open('/overview');
  await page.getByRole('button', { name: 'Anfrage senden' }).click();
  for (const [input, says] of [
    [`${key.slice(0, 20)}…`, 'Das ist kein ganzer API-Schlüssel.'],
    [
      `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      'Der Schlüssel wurde nicht angenommen.',
    ],
    [key, 'Die Anfrage ist angekommen.'],
  ] as const) {
    await page.getByLabel('Ihr API-Schlüssel').fill(input);
    await page.getByRole('button', { name: 'Anfrage senden' }).click();
    await page.getByText(says).waitFor();
  }
  await page.getByRole('button', { name: 'Test senden' }).click();
  await page.getByText('Lieber gleich auf Ihrem Rechner', { exact: true }).click();
  const line = await page.locator('pre', { hasText: ' listen ' }).innerText();
  const guide = codeBlocks(documentNamed('docs/guides/en/webhooks.md'), 'console')[0];
  expect(line).toBe(guide?.trim().replace('http://localhost:3000', visitor.origin));
  await page.getByRole('button', { name: 'Test senden' }).click();
  await page.getByText('Der Test ist unterwegs.').waitFor();
  expect(await visitor.violations()).toEqual([]);
  await page.getByRole('link', { name: 'Mitglieder einladen' }).click();
  await page.getByRole('dialog').waitFor();
});

test('the address of the form can name scopes: they are ticked, and unknown ones are left out', async () => {
  const team = await makeTeam(app().api);
  const visitor = await app().visit({ session: await makeSession(team, team.owner) });
  const { page } = visitor;
  await visitor.open('/api-keys?new=1&scopes=evaluations:read,users:read,other:read');
  const dialog = page.getByRole('dialog', { name: 'Schlüssel erstellen' });
  expect(await dialog.getByLabel(keyTexts.de.templates.custom).isChecked()).toBe(true);
  const ticked = dialog.getByRole('checkbox', { checked: true });
  expect(await ticked.count()).toBe(2);
  for (const scope of ['users:read', 'evaluations:read']) {
    expect(await dialog.getByLabel(scope).isChecked()).toBe(true);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).not.toContain('scopes');
  visitor.requireClean();
});
