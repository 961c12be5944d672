import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { filterBy } from './harness/filter.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  team = await makeTeam(app().api);
  const { tenantId, owner } = team;
  const sql = (text: string) => app().api.sql.query(text, [tenantId, owner.memberId]);
  await sql(
    `insert into training (tenant_id, id, member_id, status, duration_s, created_at)
     select $1, 'trn_' || n, $2, 'scored', n * 60, now() - n * interval '1 day'
     from generate_series(1, 60) n`,
  );
  await sql(
    `insert into team_case (tenant_id, id, member_id, visibility, title, created_at, updated_at)
     select $1, 'cas_' || n, $2, 'team', 'Fall ' || n, now() - n * interval '1 day', now()
     from generate_series(1, 60) n`,
  );
  visitor = await app().visit({ session: await makeSession(team, owner) });
  ({ page } = visitor);
});

const order = () => page.getByRole('combobox', { name: 'Sortieren nach' });
const head = (name: string) => page.getByRole('columnheader', { name });
const sortBy = (name: string) => head(name).getByRole('button').click();
const firstRow = (id: string) =>
  page
    .locator('tbody tr [data-row]')
    .first()
    .and(page.locator(`[data-row="${id}"]`))
    .waitFor();

test('the order of trainings stands in the address, survives a reload, and a saved view keeps it', async () => {
  await visitor.open('/trainings');
  await firstRow('trn_1');
  await sortBy('Begonnen');
  await firstRow('trn_60');
  await page.waitForURL(/trainings\?sort=oldest$/);
  await visitor.open('/trainings?sort=oldest');
  await firstRow('trn_60');
  expect(await head('Begonnen').getAttribute('aria-sort')).toBe('ascending');
  await filterBy(page, 'status:scored');
  await page.getByRole('button', { name: 'Ansicht speichern' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Die ältesten');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('navigation').getByRole('link', { name: 'Die ältesten' });
  await saved.waitFor();
  await visitor.open('/overview');
  await saved.click();
  await firstRow('trn_60');
  expect(new URL(page.url()).searchParams.get('sort')).toBe('oldest');
  await sortBy('Begonnen');
  await firstRow('trn_1');
  await page.waitForURL((url) => !url.searchParams.has('sort'));
});

test('an order alone is a view that can be saved, and the usual order is none', async () => {
  await visitor.open('/cases');
  await firstRow('cas_1');
  const save = page.getByRole('button', { name: 'Ansicht speichern' });
  expect(await save.count()).toBe(0);
  await sortBy('Angelegt');
  await save.click();
  const name = page.getByRole('dialog').getByLabel('Name');
  expect(await name.inputValue()).toBe('Älteste zuerst');
  await name.fill('Alte Fälle');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('navigation').getByRole('link', { name: 'Alte Fälle' });
  await saved.waitFor();
  expect(await visitor.violations()).toEqual([]);
  await visitor.open('/overview');
  await saved.click();
  await firstRow('cas_60');
  expect(new URL(page.url()).search).toBe('?sort=oldest');
});

test.each(['/trainings', '/cases', '/my/trainings'])(
  'on a telephone, %s is sorted by keyboard alone',
  async (path) => {
    const [newest, oldest] = path === '/cases' ? ['cas_1', 'cas_60'] : ['trn_1', 'trn_60'];
    await visitor.resize({ width: 390, height: 844 });
    await visitor.open(path);
    await firstRow(newest);
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      if (await order().evaluate((select) => select === document.activeElement)) break;
    }
    await page.keyboard.press('ArrowDown');
    await firstRow(oldest);
    expect(await visitor.scrollsSideways()).toBe(false);
    expect(await visitor.violations()).toEqual([]);
  },
);

test('an order that does not exist is the usual one', async () => {
  await visitor.open('/cases?sort=title');
  await firstRow('cas_1');
  expect(await order().inputValue()).toBe('');
});
