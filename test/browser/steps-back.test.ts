import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { filterField } from './harness/filter.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  const team = await makeTeam(app().api);
  for (let count = 0; count < 3; count += 1) await team.request('GET', '/trainings?limit=0');
  await until('the lines are written', async () => {
    const sql = 'select from request_log_line where tenant_id = $1';
    return (await app().api.sql.query(sql, [team.tenantId])).rowCount === 3;
  });
  visitor = await app().visit({ session: await makeSession(team, team.owner) });
  ({ page } = visitor);
});

const search = () => new URL(page.url()).search;

async function back(to: RegExp): Promise<void> {
  await page.goBack();
  await until(`the step ${to}`, async () => to.test(page.url()));
}

test('tabs, a drill-down and a drawer are entries of the history, and each step back undoes one', async () => {
  await visitor.open('/members');
  await page.getByRole('link', { name: 'API-Anfragen', exact: true }).click();
  await page.getByRole('tab', { name: 'Fehler' }).click();
  await until('the group', async () => (await page.getByRole('row').count()) > 1);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await until('the requests of the group', async () => search().includes('code='));
  await page.locator('[data-row]').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.waitFor();
  await back(/code=[^&]*(?!.*line=)/);
  await drawer.waitFor({ state: 'detached' });
  await back(/request-log\?view=errors$/);
  await back(/request-log$/);
  await back(/members$/);
});

test('closing a drawer goes back to where it was opened, with one entry less', async () => {
  await visitor.open('/members');
  await page.getByRole('link', { name: 'API-Schlüssel', exact: true }).click();
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(search()).toBe('');
  await back(/members$/);
});

test('filters typed one after another are one entry', async () => {
  await visitor.open('/api-keys');
  await page.getByRole('link', { name: 'Mitglieder', exact: true }).click();
  const field = filterField(page);
  for (const text of ['v', 'vi', 'vik']) {
    await field.fill(text);
    await until('the search', async () => search() === `?search=${text}`);
  }
  await field.fill('vik Rolle:Inhaber');
  await page.getByRole('option').first().waitFor();
  await field.press('Enter');
  await until('both filters', async () => search().includes('role=owner'));
  await back(/members$/);
  expect(await field.inputValue()).toBe('');
  await back(/api-keys$/);
});
