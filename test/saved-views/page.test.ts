import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { filterBy, filterChip } from '../browser/harness/filter.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';

const app = useApp();
let owner: Visitor;
let page: Page;

beforeAll(async () => {
  const team = await makeTeam(app().api);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
  ({ page } = owner);
});

const link = (name: string) => page.getByRole('navigation').getByRole('link', { name });

test('a saved view stands in the sidebar and the palette, and can be renamed and removed', async () => {
  await owner.resize({ width: 1440, height: 900 });
  await owner.open('/members');
  await filterBy(page, 'role:admin');
  await page.getByRole('button', { name: 'Save view' }).click();
  const name = page.getByRole('dialog').getByLabel('Name');
  expect(await name.inputValue()).toBe('Admin');
  await name.fill('Our admins');
  await page.keyboard.press('Enter');
  await link('Our admins').waitFor();
  expect(await link('Our admins').getAttribute('aria-current')).toBe('page');
  expect(await link('Members').getAttribute('aria-current')).toBe(null);
  expect(await owner.violations()).toEqual([]);
  await owner.open('/overview');
  await link('Our admins').click();
  await page.waitForURL(/members\?role=admin$/);
  await filterChip(page, 'Role:Admin').waitFor();
  await page.getByRole('button', { name: 'Saved view: Our admins' }).click();
  await page.getByRole('menuitem', { name: 'Rename view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Admins');
  await page.keyboard.press('Enter');
  await link('Admins').waitFor();
  await owner.open('/overview');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Admins');
  await page.getByRole('option', { name: /^Admins/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/members\?role=admin$/);
  await page.getByRole('button', { name: 'Saved view: Admins' }).click();
  await page.getByRole('menuitem', { name: 'Remove view' }).click();
  await until('the view is gone', async () => (await link('Admins').count()) === 0);
});

test('on a telephone, the navigation has the views too', async () => {
  await owner.resize({ width: 390, height: 844 });
  await owner.open('/members?role=member');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Saved view: Member' }).waitFor();
  expect(await owner.scrollsSideways()).toBe(false);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await link('Member').last().waitFor();
});
