import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { insertDeal, insertInvited, insertObjection } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  team = await makeTeam(app().api);
  const session = await makeSession(team, team.owner);
  const { userId } = team.owner;
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [userId]);
  owner = await app().visit({ session, language: 'en', expects: /409|422|429/ });
});

test('a new team is led to its first request, and sees it arrive', async () => {
  const { page } = owner;
  await team.addMember();
  await owner.open('/overview');
  await page.getByText('Send the first request').first().waitFor();
  await page.getByText('Use the command line instead').click();
  await page.getByText(/curl -H "Authorization: Bearer \$KEY"/).waitFor();
  expect(await page.getByText('1 of 4 done').count()).toBe(1);
  await team.request('GET', '/me');
  // The page updates by itself.
  await page.getByText('2 of 4 done').waitFor({ timeout: 30_000 });
});

test('a change of the settings is in the audit log with the former values and the new ones', async () => {
  const { page } = owner;
  await owner.open('/team');
  await page.getByLabel('Name', { exact: true }).fill('Sales South');
  const zone = page.getByLabel('Time zone');
  const before = await zone.inputValue();
  await zone.fill('Nowhere');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('There is no such time zone.').waitFor();
  // The wrong field may be out of view, so it gets the focus.
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'time_zone');
  await zone.fill(before);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The settings are saved').waitFor();
  await owner.open('/audit-log?object=team');
  const changed = page.getByRole('row').filter({ hasText: 'Team changed' });
  await changed.getByRole('link').first().click();
  const drawer = page.getByRole('dialog', { name: 'Team changed' });
  await drawer.getByText('Sales South').waitFor();
  const text = await drawer.innerText();
  expect(text).toContain('Team under test');
  // The field's name in words, and its name in the API.
  expect(text).toMatch(/\bName\b\s+name\b/);
  expect(await owner.violations()).toEqual([]);
});

test('what others have saved meanwhile is shown, and overwritten only on purpose', async () => {
  const { page } = owner;
  await owner.open('/team');
  const other = await makeSession(team, team.owner);
  other.headers = { origin: app().origin };
  const { version } = await other.app.team.get.query({});
  await other.app.team.change.mutate({ version, name: 'Of another' });
  await page.getByLabel('Name', { exact: true }).fill('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Somebody has changed something since').waitFor();
  await dialog.getByRole('button', { name: 'Overwrite with my entries' }).click();
  await page.getByText('The settings are saved').waitFor();
  expect((await other.app.team.get.query({})).name).toBe('Mine');
});

test('expired invitations are not counted as open', async () => {
  const { page } = owner;
  const long_ago = new Date(app().api.clock.now().getTime() - 30 * 86_400_000);
  const expired = await insertInvited(team, { created_at: long_ago, invited_at: long_ago });
  await insertInvited(team);
  const sql = 'select email from member where id = $1';
  const [row] = (await app().api.sql.query<{ email: string }>(sql, [expired])).rows;
  await owner.open('/overview');
  const attention = page.getByRole('heading', { name: 'Needs attention' }).locator('..');
  await attention.getByText('An invitation has expired').waitFor();
  await attention.getByText('An invitation is open').waitFor();
  // The row says whose invitation it is.
  await attention.getByText(String(row?.email)).waitFor();
});

test('a rate limit says in words when the next try is possible', async () => {
  const { page } = owner;
  const id = await insertInvited(team, { created_at: app().api.clock.now() });
  await owner.open(`/members/${id}`);
  await page.getByRole('button', { name: 'Invite again' }).click();
  const notice = page.getByRole('alert');
  await notice.getByText('Too many requests').waitFor();
  expect(await notice.innerText()).toMatch(
    /At most one invitation an hour goes to the same person\. You can try again in (5\d|60) minutes\./,
  );
});

test('the category of an objection is a word, and an unknown category is shown as it is', async () => {
  const { page } = owner;
  const deal = await insertDeal(team);
  await insertObjection(team, deal, { category: 'status_quo' });
  await insertObjection(team, deal, { category: 'weather' });
  await owner.open('/crm/objections');
  const rows = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  expect(rows.map((row) => /Existing solution|status_quo|weather/.exec(row)?.[0]).sort()).toEqual([
    'Existing solution',
    'weather',
  ]);
  expect(await owner.violations()).toEqual([]);
});

test('each CRM entry of the navigation leads to pages of its own', async () => {
  const { page } = owner;
  const navigation = page.getByRole('navigation', { name: 'Navigation' }).first();
  await owner.open('/crm/deals');
  await page
    .getByRole('navigation', { name: 'CRM' })
    .getByRole('link', { name: 'Objections' })
    .click();
  await page.waitForURL('**/crm/objections');
  // The marked entry stays the one that was opened.
  const marked = navigation.locator('[aria-current="page"]');
  expect(await marked.innerText()).toBe('CRM deals');
  expect(await page.getByRole('main').locator('a[href$="/app/crm"]').count()).toBe(0);
  await navigation.getByRole('link', { name: 'CRM connections' }).click();
  await page.getByRole('heading', { level: 1, name: 'CRM connections' }).waitFor();
  await owner.settled();
  expect(await page.getByRole('navigation', { name: 'CRM' }).count()).toBe(0);
});

test('a URL that no endpoint can have is refused beside its field, with the reason', async () => {
  const { page } = owner;
  await owner.open('/webhooks?new=1');
  const dialog = page.getByRole('dialog', { name: 'Create endpoint' });
  await dialog.getByLabel('URL').fill('https://10.0.0.1/hook');
  await dialog.getByLabel('training.completed').check();
  await dialog.getByRole('button', { name: 'Create endpoint' }).click();
  await dialog.getByText('The URL must be publicly reachable').waitFor();
  expect(await dialog.getByLabel('URL').getAttribute('aria-invalid')).toBe('true');
});
