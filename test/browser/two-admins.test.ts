import { beforeEach, describe, expect, test } from 'vitest';
import { type Browser, givePassword, makePerson, makeSession, PASSWORD } from '../harness/app.ts';
import { insertConnection } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();

let team: TestTeam;
let other: Person;
let elsewhere: Browser;

beforeEach(async () => {
  team = await makeTeam(app().api);
  await givePassword(app().api, team.owner);
  other = await makePerson(team, { role: 'admin', canManageKeys: true });
  elsewhere = await makeSession(team, other);
  elsewhere.headers = { origin: app().origin };
});

/** The owner, in a browser. Without `provedAt`, a step that needs a fresh proof asks for it. */
async function owner(provedAt?: null): Promise<Visitor> {
  const options = provedAt === null ? { provedAt } : {};
  const session = await makeSession(team, team.owner, options);
  return app().visit({ session, expects: /40[039]/ });
}

const nameOfKey = async () => (await elsewhere.app.apiKeys.get.query({ key_id: team.keyId })).name;

/** The owner has the form open when the other admin saves. */
async function renamedByBoth(): Promise<Visitor> {
  const visitor = await owner();
  const { page } = visitor;
  await visitor.open(`/api-keys?key=${team.keyId}`);
  await page.getByRole('button', { name: 'Umbenennen' }).click();
  // The entry of this change must be later than that of the key's making.
  app().api.clock.travel(1_000);
  const { version } = await elsewhere.app.apiKeys.get.query({ key_id: team.keyId });
  await elsewhere.app.apiKeys.rename.mutate({ key_id: team.keyId, name: 'Theirs', version });
  const form = page.getByRole('dialog', { name: 'Umbenennen' });
  await form.getByLabel('Name').fill('Mine');
  await form.getByRole('button', { name: 'Speichern' }).click();
  return visitor;
}

describe('two admins rename the same key', () => {
  test('the second admin sees what the first has saved, and saves over it', async () => {
    const visitor = await renamedByBoth();
    const { page } = visitor;
    const stale = page.getByRole('dialog', { name: 'Inzwischen hat jemand etwas geändert' });
    const change = stale.getByRole('listitem');
    await change.getByText('Theirs').waitFor();
    const [field, now, theirs, entry, mine, by] = (await change.innerText())
      .split('\n')
      .filter(Boolean);
    expect([field, now, theirs]).toEqual(['Name', 'Jetzt gespeichert', 'Theirs']);
    expect([entry, mine]).toEqual(['Ihre Eingabe', 'Mine']);
    expect(by).toMatch(/^A person, \d/);
    expect(await visitor.violations()).toEqual([]);
    expect(await nameOfKey()).toBe('Theirs');
    await stale.getByRole('button', { name: 'Mit meinen Eingaben überschreiben' }).click();
    await page.getByText('Der Name ist gespeichert.').waitFor();
    expect(await nameOfKey()).toBe('Mine');
  });

  test('the second admin is asked again if a third name is saved while the dialog is open', async () => {
    const { page } = await renamedByBoth();
    const stale = page.getByRole('dialog', { name: 'Inzwischen hat jemand etwas geändert' });
    await stale.getByText('Theirs').waitFor();
    const { version } = await elsewhere.app.apiKeys.get.query({ key_id: team.keyId });
    await elsewhere.app.apiKeys.rename.mutate({ key_id: team.keyId, name: 'Third', version });
    await stale.getByRole('button', { name: 'Mit meinen Eingaben überschreiben' }).click();
    await stale.getByText('Third').waitFor();
    expect(await nameOfKey()).toBe('Third');
    await stale.getByRole('button', { name: 'Mit meinen Eingaben überschreiben' }).click();
    await page.getByText('Der Name ist gespeichert.').waitFor();
    expect(await nameOfKey()).toBe('Mine');
  });

  test('the second admin can keep what the first has saved, and Enter alone does so', async () => {
    const { page } = await renamedByBoth();
    const stale = page.getByRole('dialog', { name: 'Inzwischen hat jemand etwas geändert' });
    await stale.getByText('Theirs').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Theirs' }).waitFor();
    expect(await nameOfKey()).toBe('Theirs');
  });
});

test('a role that another admin has changed meanwhile is not overwritten unseen', async () => {
  const member = await makePerson(team);
  const input = { member_id: member.memberId };
  const visitor = await owner();
  const { page } = visitor;
  await visitor.open(`/members/${member.memberId}`);
  await page.getByRole('heading', { name: 'A person' }).waitFor();
  // The entry of this change must be later than that of the person's addition, because both name the role.
  app().api.clock.travel(1_000);
  const { version } = await elsewhere.app.members.get.query(input);
  await elsewhere.app.members.changeRole.mutate({ ...input, version, role: 'admin' });
  const main = page.getByRole('main');
  await main.getByLabel('Rolle', { exact: true }).selectOption('admin');
  const stale = page.getByRole('dialog', { name: 'Inzwischen hat jemand etwas geändert' });
  await stale.getByText('A person').waitFor();
  await stale.getByRole('button', { name: 'Gespeichertes behalten' }).click();
  await stale.waitFor({ state: 'detached' });
  expect(await main.getByLabel('Rolle', { exact: true }).inputValue()).toBe('admin');
});

test('settings of a CRM that another admin has changed meanwhile are shown by their names, and those that the person has not changed stay', async () => {
  const reference = { pipelines: [{ id: '77', name: 'Neukunden' }], fields: [] };
  const account = { name: 'Nordlicht GmbH', daily_quota: 1_000, reference };
  const connection_id = await insertConnection(team, { name: 'Mine', account });
  const visitor = await owner();
  const { page } = visitor;
  await visitor.open(`/crm/${connection_id}`);
  const interval = page.getByLabel('Abgleich', { exact: true });
  await interval.selectOption('Jede Stunde');
  const crm = elsewhere.app.crm;
  const { version } = await crm.getConnection.query({ connection_id });
  await crm.changeConnection.mutate({
    connection_id,
    version,
    name: 'Theirs',
    every_minutes: 5,
    settings: { pipelines: ['77'] },
  });
  await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
  const stale = page.getByRole('dialog', { name: 'Inzwischen hat jemand etwas geändert' });
  const shown = async (text: string) => {
    const change = stale.getByRole('listitem').filter({ hasText: text });
    return (await change.innerText()).split('\n').filter(Boolean).slice(0, 5);
  };
  await stale.getByText('Neukunden').waitFor();
  const [now, mine] = ['Jetzt gespeichert', 'Ihre Eingabe'];
  expect(await shown('Alle 5')).toEqual(['Abgleich', now, 'Alle 5 Minuten', mine, 'Jede Stunde']);
  expect(await shown('Theirs')).toEqual(['Name', now, 'Theirs', mine, 'von Ihnen nicht geändert']);
  await stale.getByRole('button', { name: 'Mit meinen Eingaben überschreiben' }).click();
  await page.getByText('Die Einstellungen sind gespeichert.').waitFor();
  expect(await crm.getConnection.query({ connection_id })).toMatchObject({
    name: 'Theirs',
    every_minutes: 60,
    settings: { pipelines: ['77'] },
  });
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs');
  expect(await interval.inputValue()).toBe('60');
});

describe('a step that needs a fresh proof', () => {
  test('asks for the password, and then continues with the form as it was', async () => {
    const visitor = await owner(null);
    const { page } = visitor;
    await visitor.open('/api-keys?new=1');
    const form = page.getByRole('dialog', { name: 'Schlüssel erstellen' });
    await form.getByLabel('Name').fill('Reporting');
    await form.getByRole('button', { name: 'Schlüssel erstellen' }).click();
    const proof = page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' });
    await proof.getByLabel('Passwort', { exact: true }).waitFor();
    // It takes the place of the form.
    expect(await form.count()).toBe(0);
    expect(await visitor.violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await form.getByRole('alert').waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe('Reporting');
    await form.getByRole('button', { name: 'Schlüssel erstellen' }).click();
    await proof.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await proof.getByRole('button', { name: 'Bestätigen', exact: true }).click();
    await page.getByRole('dialog', { name: 'Ihr neuer Schlüssel' }).waitFor();
  });
});
