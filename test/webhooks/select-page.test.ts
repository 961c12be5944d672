import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/shared/time/durations.ts';
import { filterBy } from '../browser/harness/filter.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { deliveryRow } from '../harness/delivery-rows.ts';
import { insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';

const app = useApp();
let team: TestTeam;
let visitor: Visitor;
let page: Page;
let endpoint_id: string;

beforeEach(async () => {
  team = await makeTeam(app().api);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  endpoint_id = await insertEndpoint(team);
});

type State = Omit<Parameters<typeof insertDelivery>[1], 'endpoint_id'>;
const ago = (minutes: number) => new Date(app().api.clock.now().getTime() - minutes * MINUTE_MS);
const deliver = (minutes: number, state: State) =>
  insertDelivery(team, { endpoint_id, created_at: ago(minutes), ...state });
const gaveUp = (minutes: number) =>
  deliver(minutes, { status: 'gave_up', attempt: 1, ended_at: ago(minutes) });
const arrived = (minutes: number) => deliver(minutes, { status: 'ok', ended_at: ago(minutes) });
const waiting = (minutes: number) => deliver(minutes, { attempt: 1, urgent_at: ago(minutes) });

async function visit(width: number): Promise<void> {
  const session = await makeSession(team, team.owner);
  const hasTouch = width < 500;
  visitor = await app().visit({ language: 'en', session, width, hasTouch, expects: /403/ });
  ({ page } = visitor);
  await visitor.open('/deliveries');
}

const box = (n: number) => page.getByRole('checkbox').nth(n + 1);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const bar = () => page.getByRole('region', { name: 'Selected entries' });
const isSelected = (count: number) => bar().getByText(`${count} selected`).waitFor();
const urgent = async (id: string) => (await deliveryRow(app().api.sql, id)).urgent_at !== null;

/** Where the rows and their texts are. */
const places = () =>
  page.locator('[data-row]').evaluateAll((rows) =>
    rows.map((row) => {
      const { x, y, width } = row.getBoundingClientRect();
      return [x, y, width];
    }),
  );

test('keys alone select rows and resend those that can be resent', async () => {
  const ids = [await gaveUp(1), await gaveUp(2), await gaveUp(3)];
  await arrived(4);
  await waiting(5);
  await visit(1440);
  const before = await places();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await isSelected(1);
  await page
    .getByRole('status')
    .filter({ hasText: /^1 selected$/ })
    .waitFor({ state: 'attached' });
  expect(await box(0).isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await bar().waitFor({ state: 'detached' });
  // The first Escape has cleared the selection only.
  for (const key of ['x', 'j', 'ArrowDown', 'j', 'k', 'j', 'j', 'Shift+X'])
    await page.keyboard.press(key);
  await isSelected(5);
  await bar().getByText('1 has arrived, 1 is on its way').waitFor();
  expect(await places()).toEqual(before);
  expect(await visitor.violations()).toEqual([]);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Resend 3 of 5' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('3 deliveries are being resent.').waitFor();
  await isSelected(2);
  for (const id of ids) expect(await urgent(id)).toBe(true);
});

test('a mouse selects with Shift up to a row, and all that are shown; what a filter hides leaves the selection', async () => {
  for (const minutes of [1, 2, 3]) await gaveUp(minutes);
  await arrived(4);
  await visit(1440);
  const before = await places();
  await page.locator('[data-row]').first().hover();
  await box(0).click();
  await page
    .locator('[data-row]')
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await isSelected(3);
  expect(await places()).toEqual(before);
  // A row still opens beside the list, and Escape belongs to it while it has the focus.
  await page.locator('[data-row]').nth(1).click();
  await page.locator('[data-pane]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-pane]').waitFor({ state: 'detached' });
  await isSelected(3);
  await page.getByRole('checkbox', { name: 'Select all shown' }).click();
  await isSelected(4);
  await filterBy(page, 'status:Given up');
  await isSelected(3);
  await button('Remove all filters').click();
  await page.locator('[data-row]').nth(3).waitFor();
  await isSelected(3);
  // A new row comes by itself, and is not selected.
  await gaveUp(0);
  await page.locator('[data-row]').nth(4).waitFor();
  await isSelected(3);
  await button('Clear the selection (Esc)').click();
  await bar().waitFor({ state: 'detached' });
});

test('on a telephone a button shows the boxes, and a tap on a row selects it', async () => {
  const id = await gaveUp(1);
  await waiting(2);
  await visit(390);
  const before = await places();
  expect(await box(0).isVisible()).toBe(false);
  await button('Select').tap();
  await page.locator('[data-row]').first().tap();
  await page.locator('[data-row]').nth(1).tap();
  await isSelected(2);
  expect((await places()).map(([, y]) => y)).toEqual(before.map(([, y]) => y));
  expect(await visitor.scrollsSideways()).toBe(false);
  expect(await visitor.violations()).toEqual([]);
  await button('Resend 1 of 2').tap();
  await page.getByText('1 delivery is being resent.').waitFor();
  expect(await urgent(id)).toBe(true);
  await button('Done').tap();
  await bar().waitFor({ state: 'detached' });
  await page.locator('[data-row]').first().tap();
  await page.getByRole('dialog').waitFor();
});

test('if the server refuses all, one message says why', async () => {
  const ids = [await gaveUp(1), await gaveUp(2)];
  await visit(1440);
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await app().api.sql.query(`update tenant set status = 'suspended' where id = $1`, [
    team.tenantId,
  ]);
  await bar().getByRole('button', { name: 'Resend' }).click();
  await page.getByText('Nothing has changed.').waitFor();
  await page.getByText(/^2 failed: ./).waitFor();
  for (const id of ids) expect(await urgent(id)).toBe(false);
});

test('the menu at the end of a row offers its verbs to pointer and keyboard, and nothing moves', async () => {
  const ids = [await gaveUp(1), await gaveUp(2)];
  await arrived(3);
  await visit(1440);
  const before = await places();
  const menuOf = (n: number) =>
    page
      .getByRole('row')
      .nth(n + 1)
      .getByRole('button', { name: 'Actions' });
  const offered = () => page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('j');
  for (let tabs = 0; tabs < 5; tabs += 1) {
    await page.keyboard.press('ArrowRight');
    if (await menuOf(0).evaluate((menu) => menu === document.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  expect(await offered()).toEqual(['Resend', 'Open as a page', 'Copy ID']);
  expect(await places()).toEqual(before);
  expect(await visitor.violations()).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('1 delivery is being resent.').waitFor();
  expect(await urgent(ids[0] ?? '')).toBe(true);
  // The verb is gone, and the row keeps the focus.
  await expect.poll(() => menuOf(0).evaluate((menu) => menu === document.activeElement)).toBe(true);
  await page.keyboard.press('j');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'));
  expect(await focused()).toBe(await page.locator('[data-row]').nth(1).getAttribute('data-row'));
  await menuOf(2).click();
  expect(await offered()).toEqual(['Open as a page', 'Copy ID']);
  await page.getByRole('menuitem', { name: 'Copy ID' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^whd_/);
  expect(await page.locator('[data-pane]').count()).toBe(0);
});
