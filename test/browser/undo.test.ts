import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { insertAssignment, insertEndpoint } from '../harness/rows.ts';
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
  const { userId } = team.owner;
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [userId]);
  visitor = await app().visit({ language: 'en', session: await makeSession(team, team.owner) });
  page = visitor.page;
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('undoing a policy keeps the entries that the person has chosen since', async () => {
  const mode = (name: string) => page.getByLabel(name, { exact: true });
  await visitor.open('/policies');
  await mode('Industry').selectOption('block');
  await button('Save the policies').click();
  await button('Undo').waitFor();
  await mode('Situation').selectOption('allow');
  await button('Undo').click();
  await page.getByText('Undone.').waitFor();
  expect(await mode('Situation').inputValue()).toBe('allow');
  await button('Discard').click();
  expect(await mode('Industry').inputValue()).toBe('none');
});

test('opening a revoked assignment again offers no undo, which would mark it as done', async () => {
  await insertAssignment(team, { title: 'Open one' });
  await insertAssignment(team, { title: 'Revoked one', status: 'revoked' });
  for (const [title, verb, undo] of [
    ['Open one', 'Mark as done', 1],
    ['Revoked one', 'Reopen', 0],
  ] as const) {
    await visitor.open('/assignments');
    await page.getByRole('link', { name: title, exact: true }).click();
    // The row under the pointer offers the verb too.
    await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect([title, await button('Undo').count()]).toEqual([title, undo]);
  }
});

test('switching a failing endpoint off offers no undo, which would forget since when it has been failing', async () => {
  const failing_since = app().api.clock.now();
  for (const [more, undo] of [
    [{}, 1],
    [{ failing_since }, 0],
  ] as const) {
    const id = await insertEndpoint(team, { url: `https://e${undo}.example/`, ...more });
    await visitor.open(`/webhooks/${id}`);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Switch off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('The endpoint is switched off.').waitFor();
    expect([undo, await button('Undo').count()]).toEqual([undo, undo]);
  }
});

test('a time is typed as people say it, is read below, and filters once it is whole', async () => {
  await visitor.open('/request-log');
  await filterBy(page, 'since:Custom period');
  const from = page.getByLabel('From', { exact: true });
  await from.fill('1 Nov 2025 8:00');
  await page.getByText(/^Saturday,? 1 November 2025\D+08:00$/).waitFor();
  expect(await visitor.violations()).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/since=2025-11-01/);
  expect(await from.inputValue()).toBe('1 Nov 2025 08:00');
  const address = page.url();
  await from.fill('1 Nov');
  await page.keyboard.press('Escape');
  await from.fill('soon');
  await page.getByText('Such as 1 Dec 2026 14:30').waitFor();
  await page.keyboard.press('Tab');
  expect(await from.inputValue()).toBe('1 Nov 2025 08:00');
  expect(page.url()).toBe(address);
  await from.fill('');
  await page.keyboard.press('Tab');
  await from.waitFor({ state: 'detached' });
});
