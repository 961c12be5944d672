import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { makePerson, makeSession, PASSWORD } from '../harness/app.ts';
import { auditOf, insertCase, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { runErasures } from './harness/erase.ts';

const app = useApp();
const REFUSED = /status of 403/;
let team: TestTeam;

beforeAll(async () => {
  team = await makeTeam(app().api);
});

test('the owner erases a former member by name, after a proof, and keeps words in texts that are no names', async () => {
  const { api } = app();
  const created_at = new Date(api.clock.now().getTime() - 1_000);
  const url = 'https://hooks.example.com/by?owner=%C3%84nne+von+der+L%C3%BChe';
  await insertEndpoint(team, { events: ['member.joined'], created_at, url });
  const { memberId, userId } = await team.addMember();
  const name = 'Änne von der Lühe';
  await api.sql.query('update person set name = $2 where id = $1', [userId, name]);
  const made = await insertCase(team, { title: `${name}: Preis zu hoch` });
  await api.sql.query(
    `insert into member_name (tenant_id, member_id, kind, value, since, until)
     select tenant_id, id, 'name', 'Preis zu', joined_at, joined_at + interval '1 ms'
     from member where id = $1`,
    [memberId],
  );
  await team.request('DELETE', `/users/${memberId}`);
  const { userId: ownerId } = team.owner;
  const session = await makeSession(team, { userId: ownerId }, { provedAt: null });
  await api.sql.query(
    'update person set password_hash = (select password_hash from person where id = $2) where id = $1',
    [ownerId, (await makePerson(team)).userId],
  );
  const visitor = await app().visit({ session, expects: REFUSED });
  const { page } = visitor;
  await visitor.open('/members');
  await page.getByRole('tab', { name: 'Ehemalige' }).click();
  await page.getByRole('button', { name: `Daten von ${name} löschen` }).click();
  const dialog = page.getByRole('dialog', { name: `Daten von ${name} löschen` });
  const confirm = dialog.getByRole('button', { name: 'Daten löschen' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole('checkbox', { name: 'Preis zu' }).uncheck();
  expect(await dialog.getByRole('checkbox', { name }).isChecked()).toBe(true);
  await dialog.getByText('Diese Webhook-URLs Ihres Teams enthalten').waitFor();
  expect(await dialog.getByRole('link').allTextContents()).toEqual([url]);
  await dialog.getByRole('textbox').fill(name);
  expect(await visitor.violations()).toEqual([]);
  await confirm.click();
  await page.getByLabel('Passwort').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Wird gelöscht', { exact: true }).waitFor();
  expect(await visitor.violations()).toEqual([]);
  await runErasures(api);
  await page.getByText('Gelöscht', { exact: true }).waitFor();
  await visitor.open('/members?view=former');
  await page.getByText('Gelöschte Person').waitFor();
  expect(await page.content()).not.toContain(name);
  await page.getByRole('button', { name: `Nachweis der Löschung von ${memberId}` }).click();
  const proof = page.getByRole('dialog', { name: 'Nachweis der Löschung' });
  await proof.getByText('Nicht abonniert').waitFor();
  expect(await visitor.violations()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Exportieren' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/csv$/);
  expect(Buffer.concat(await (await file.createReadStream()).toArray()).toString()).toContain(
    memberId,
  );
  const { rows } = await api.sql.query('select title from team_case where id = $1', [made]);
  expect(rows).toEqual([{ title: '[erased]: Preis zu hoch' }]);
  const actions = (await auditOf(team, memberId)).map(({ action }) => action);
  expect(actions.filter((action) => action === 'member.erased')).toHaveLength(1);
});

test('a member exports their own data; a former member also removes the account', async () => {
  const person = await team.addMember({ email: 'leaving@example.com' });
  const session = await makeSession(team, person);
  const visitor = await app().visit({ session, language: 'en' });
  const { page } = visitor;
  await visitor.open('/profile');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Download|Herunterladen/ }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('my-data.json');
  const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString();
  expect(JSON.parse(text).account).toMatchObject({ id: person.userId });
  const remove = page.getByRole('button', { name: /Remove account|Konto löschen/ });
  expect(await remove.isDisabled()).toBe(true);

  await team.request('DELETE', `/users/${person.memberId}`);
  const left = await makeSession(team, person);
  await visitor.useSession(left);
  await visitor.open('/profile');
  await remove.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('leaving@example.com');
  expect(await visitor.violations()).toEqual([]);
  await dialog.getByRole('button', { name: /Remove account|Konto löschen/ }).click();
  await page.waitForURL(/\/app\/sign-in/);
  const { rows } = await app().api.sql.query('select from person where id = $1', [person.userId]);
  expect(rows).toEqual([]);
});
