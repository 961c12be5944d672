import { beforeAll, expect, test } from 'vitest';
import { createSandboxTexts } from '../../src/app/team/create-sandbox-texts.ts';
import { useApp } from '../browser/harness/use-app.ts';
import { givePassword, makeSession, PASSWORD } from '../harness/app.ts';
import { insertSandbox } from '../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../harness/team.ts';
import { startTestWorker } from '../harness/worker.ts';
import { openDocs } from './harness/pages.ts';

const app = useApp();
let team: TestTeam;

beforeAll(async () => {
  // A worker fills a sandbox in the time of the database.
  const { clock } = app().api;
  clock.travel(Date.now() - clock.now().getTime());
  team = await makeTeam(app().api);
  await insertSandbox(team);
  await givePassword(app().api, team.owner);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
});

test.each([1440, 390])(
  'a sample of the reference runs with a key of a sandbox that the app has made for the tab, at %i',
  async (width) => {
    const session = await makeSession(team, team.owner);
    // Signing out may overtake what the overview reads at that moment.
    const visitor = await app().visit({ session, language: 'en', width, expects: /40[139]/ });
    const { page } = visitor;
    await openDocs(visitor, 'en/reference/list-members');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('This tab has no key yet.').waitFor();
    expect(await page.getByText('Paste an API key.').isVisible()).toBe(false);
    expect(await visitor.violations()).toEqual([]);
    await page.getByRole('link', { name: 'Create a key for this tab' }).click();
    await page.getByText('It has all scopes in its sandbox').waitFor();
    const open = page.getByRole('button', { name: 'Create a key in “Trial”' });
    await open.waitFor();
    expect(await visitor.violations()).toEqual([]);
    expect(await visitor.scrollsSideways()).toBe(false);
    await open.click();
    // The page goes on in the sandbox by itself. Changing the team has ended the proof.
    await page.getByText('valid for ten minutes, or until you switch teams').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.waitForURL('**/docs/en/reference/list-members#sample');
    // The sample for which the key was made runs, once.
    await page.getByRole('heading', { name: 'Your answer 200' }).waitFor();
    expect(await visitor.violations()).toEqual([]);
    await page.getByText(/Sandbox key active until \d\d:\d\d · End$/).waitFor();
    expect(await visitor.scrollsSideways()).toBe(false);
    expect(await page.content()).not.toContain('svck_test_');
    const kept = await page.evaluate(() => [JSON.stringify({ ...localStorage }), document.cookie]);
    expect(kept.join()).not.toContain('svck_');
    await openDocs(visitor, 'en/reference/invite-member');
    await page.locator('.sender > summary').click();
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await send.click();
    // The other width may have invited this address already.
    await page
      .getByText(/201 Created|409 Conflict/)
      .filter({ visible: true })
      .waitFor();
    await page.getByLabel('API key').fill(team.key);
    await send.click();
    await page.getByText('This request changes real data').filter({ visible: true }).waitFor();
    await page.goBack();
    await page.getByText('200 OK').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('link', { name: 'Show in the log' }).click();
    await page.getByText('Changed nothing').waitFor();
    // The next person at this computer does not find the key.
    await visitor.open('/overview');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Sign out');
    await page.getByRole('option', { name: 'Sign out' }).click();
    await page.waitForURL('**/app/sign-in');
    expect(await page.evaluate(() => sessionStorage.getItem('docs.key'))).toBe(null);
    visitor.requireClean();
  },
);

test.each([
  { width: 1440, language: 'en', make: 'Create a sandbox with a key', confirm: 'Confirm' },
  { width: 390, language: 'de', make: 'Sandbox mit Schlüssel anlegen', confirm: 'Bestätigen' },
] as const)(
  'without a sandbox, one click and the proof lead to a key, at $width in $language',
  async ({ width, language, make, confirm }) => {
    const { api } = app();
    const empty = await makeTeam(api);
    await givePassword(api, empty.owner);
    await api.sql.query('update person set lang = $2 where id = $1', [
      empty.owner.userId,
      language,
    ]);
    const session = await makeSession(empty, empty.owner);
    const visitor = await app().visit({ session, language, width, expects: /403/ });
    const { page } = visitor;
    await visitor.open(`/docs-key?from=/docs/${language}/guides/limits`);
    await page.getByRole('button', { name: make }).click();
    const filling = page.getByRole('status').getByText(createSandboxTexts[language].filling);
    await filling.waitFor();
    expect(await visitor.violations()).toEqual([]);
    expect(await page.getByRole('button', { name: make }).count()).toBe(0);
    const worker = await startTestWorker(api);
    const proof = page.getByRole('dialog');
    await proof.getByLabel(language === 'de' ? 'Passwort' : 'Password').fill(PASSWORD);
    expect(await page.title()).toMatch(/^Sandbox: /);
    expect(await visitor.violations()).toEqual([]);
    await proof.getByRole('button', { name: confirm, exact: true }).click();
    await page.waitForURL(`**/docs/${language}/guides/limits#send`);
    expect(await page.evaluate(() => sessionStorage.getItem('docs.key'))).toMatch(/^svck_/);
    await worker.stop();
  },
);

test('who does not confirm gets no key, and is not asked again', async () => {
  const session = await makeSession(team, team.owner);
  const visitor = await app().visit({ session, language: 'en', expects: /403/ });
  const { page } = visitor;
  await visitor.open('/docs-key');
  await page.getByRole('button', { name: 'Create a key in “Trial”' }).click();
  await page.getByLabel('Password').waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: 'Create a key for this tab' }).waitFor();
  await visitor.settled();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.evaluate(() => sessionStorage.getItem('docs.key'))).toBe(null);
});

test('the key of a tab is ended in the app, which comes back to the sample', async () => {
  const only = await makeTeam(app().api);
  await givePassword(app().api, only.owner);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [only.owner.userId]);
  const sandbox = new TestTeam(app().api, await insertSandbox(only), only.owner);
  const session = await makeSession(sandbox, only.owner);
  const visitor = await app().visit({ session, language: 'en', expects: /40[13]/ });
  const { page } = visitor;
  await visitor.open('/docs-key?from=/docs/en/guides/limits');
  expect(await page.getByRole('button', { name: 'End the key of this tab' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Create a key for this tab' }).click();
  await page.waitForURL('**/docs/en/guides/limits#send');
  const key = await page.evaluate(() => sessionStorage.getItem('docs.key'));
  const statusWithKey = async () => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${app().origin}/api/public/v1/me`, { headers })).status;
  };
  expect(await statusWithKey()).toBe(200);
  // Only the sandbox of the key can end it, and the person has left that.
  await visitor.open('/docs-key');
  await page.getByRole('button', { name: 'Leave the sandbox' }).click();
  await page.waitForURL('**/app/overview');
  await visitor.settled();
  await openDocs(visitor, 'en/guides/limits');
  await page.getByRole('link', { name: 'End', exact: true }).click();
  const toSandbox = page.getByRole('button', { name: "To the key's sandbox, to end it" });
  await toSandbox.waitFor();
  await visitor.settled();
  // No other sandbox could give the tab another key.
  expect(await page.getByText('This tab already has a key').count()).toBe(0);
  expect(await visitor.violations()).toEqual([]);
  await toSandbox.click();
  const end = page.getByRole('button', { name: 'End the key of this tab' });
  await end.waitFor();
  // One key is enough for a tab.
  expect(await page.getByRole('button', { name: 'Create a key for this tab' }).count()).toBe(0);
  expect(await visitor.violations()).toEqual([]);
  await end.click();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.waitForURL('**/docs/en/guides/limits**');
  await page.getByRole('button', { name: 'Run', exact: true }).first().waitFor();
  expect(await page.getByText('Sandbox key active').count()).toBe(0);
  expect(await page.evaluate(() => sessionStorage.getItem('docs.key'))).toBe(null);
  expect(await statusWithKey()).toBe(401);
});

test('a tab with a key of a sandbox gets no second one of it, even if its person has once wished for one', async () => {
  const other = await makeTeam(app().api);
  const first = await insertSandbox(other, 'First');
  await insertSandbox(other, 'Second');
  const session = await makeSession(other, other.owner);
  const visitor = await app().visit({ session, language: 'en' });
  const { page } = visitor;
  const wish = () => page.evaluate((id) => sessionStorage.setItem('docs.wish', id), first);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [other.owner.userId]);
  await visitor.open('/docs-key');
  await page.getByRole('button', { name: 'Create a key in “First”' }).waitFor();
  await page.evaluate((id) => {
    sessionStorage.setItem('docs.key', 'svck_x');
    sessionStorage.setItem('docs.sandbox-key', `svck_x key_x ${id} ${Date.now() + 600_000}`);
  }, first);
  await wish();
  await visitor.open('/docs-key');
  await page.getByRole('button', { name: 'Create a key in “Second”' }).waitFor();
  // The key of the first sandbox is not ended by another one, and the page says so.
  await page.getByText(/^This tab already has a key of a sandbox\..* until \d\d:\d\d,/).waitFor();
  expect(await page.getByRole('button', { name: 'Create a key in “First”' }).count()).toBe(0);
  await page.getByRole('button', { name: "To the key's sandbox, to end it" }).click();
  const end = page.getByRole('button', { name: 'End the key of this tab' });
  await end.waitFor();
  expect(await page.getByText('This tab already has a key').count()).toBe(0);
  expect(await page.evaluate(() => sessionStorage.getItem('docs.wish'))).toBe(null);
  await wish();
  await page.reload();
  await end.waitFor();
  await visitor.settled();
  // Making a key would ask for the proof.
  expect(await page.getByRole('dialog').count()).toBe(0);
  const kept = await page.evaluate(() =>
    ['key', 'wish'].map((of) => sessionStorage.getItem(`docs.${of}`)),
  );
  expect(kept).toEqual(['svck_x', null]);
  visitor.requireClean();
});

test('who signs in when the session of another person has ended does not find the key of the tab', async () => {
  const sandbox = new TestTeam(app().api, await insertSandbox(team), team.owner);
  const session = await makeSession(sandbox, team.owner);
  session.headers = { origin: app().origin };
  const visitor = await app().visit({ session, language: 'en', expects: /40[13]/ });
  const { page } = visitor;
  await visitor.open('/docs-key');
  await page.getByRole('button', { name: 'Create a key for this tab' }).click();
  await page.waitForURL('**/docs/**');
  const kept = () => page.evaluate(() => sessionStorage.getItem('docs.key'));
  expect(await kept()).toMatch(/^svck_/);
  await session.app.session.signOut.mutate({});
  const other = await team.addMember({ role: 'admin' });
  await givePassword(app().api, other);
  await page.goto(`${app().origin}/app/sign-in`);
  await page.getByLabel('E-mail').fill(other.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
  expect(await kept()).toBe(null);
});

test('a member without the right learns whom to ask', async () => {
  const session = await makeSession(team, await team.addMember());
  const visitor = await app().visit({ session, language: 'de' });
  await visitor.open('/docs-key?from=//evil.example');
  await visitor.page.getByText('Sie dürfen keine Schlüssel erstellen').waitFor();
  expect(await visitor.violations()).toEqual([]);
});
