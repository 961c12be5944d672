import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { insertAssignment } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';

const app = useApp();
let team: TestTeam;
let visitor: Visitor;
let page: Page;

beforeEach(async () => {
  team = await makeTeam(app().api);
});

const sql = (text: string, params: unknown[]) => app().api.sql.query(text, params);

type Visit = { path?: string; width?: number; person?: Person };

async function visit({ path = '/assignments', width = 1440, person = team.owner }: Visit = {}) {
  await sql(`update person set lang = 'en' where id = $1`, [person.userId]);
  const session = await makeSession(team, person);
  const hasTouch = width < 500;
  visitor = await app().visit({ language: 'en', session, width, hasTouch, expects: /404|409/ });
  ({ page } = visitor);
  await visitor.open(path);
}

const box = (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bar = () => page.getByRole('region', { name: 'Selected entries' });
const isSelected = (count: number) => bar().getByText(`${count} selected`).waitFor();

/** The titles and states of the team's assignments. */
async function states(): Promise<Record<string, string>> {
  const { rows } = await sql(
    'select title, status from assignment where tenant_id = $1 order by title',
    [team.tenantId],
  );
  return Object.fromEntries(rows.map(({ title, status }) => [title, status]));
}

test('keys alone mark several as done, which one undo takes back, and delete several after one question', async () => {
  await insertAssignment(team, { title: 'A' });
  await insertAssignment(team, { title: 'B' });
  await insertAssignment(team, { title: 'C', status: 'done' });
  await visit();
  for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await isSelected(3);
  expect(await visitor.violations()).toEqual([]);
  const act = async (name: string) => {
    await bar().getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await act('Mark as done 2 of 3');
  await page.getByText('2 assignments are done.').waitFor();
  expect(await states()).toEqual({ A: 'done', B: 'done', C: 'done' });
  await button('Undo').press('Enter');
  await page.getByText('Undone.').waitFor();
  expect(await states()).toEqual({ A: 'open', B: 'open', C: 'done' });
  await isSelected(1);
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select all shown' }).press('Space');
  await isSelected(3);
  await act('Delete');
  const question = page.getByRole('dialog', { name: 'Delete 3 assignments' });
  await question.waitFor();
  expect(await visitor.violations()).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('3 assignments deleted.').waitFor();
  expect(await states()).toEqual({});
  await bar().waitFor({ state: 'detached' });
});

test('after an action on several rows, and after nothing is selected any more, the focus is in the list', async () => {
  for (const title of ['A', 'B', 'C']) await insertAssignment(team, { title });
  await visit();
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-row]')?.textContent);
  await box('A').click();
  await bar()
    .getByRole('button', { name: /^Clear the selection/ })
    .press('Enter');
  await expect.poll(focused).toMatch(/^[ABC]/);
  await box('A').click();
  await box('B').click();
  await bar().getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('2 assignments deleted.').waitFor();
  await expect.poll(focused).toMatch(/^C/);
});

test('a mouse deletes those that are selected, and what was open beside the list closes', async () => {
  for (const title of ['A', 'B', 'C']) await insertAssignment(team, { title });
  await visit();
  await page.locator('[data-row]').filter({ hasText: 'A' }).click();
  await page.locator('[data-pane]').waitFor();
  await box('A').click();
  await box('C').click();
  await isSelected(2);
  await bar().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await isSelected(2);
  await bar().getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 2 assignments' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 assignments deleted.').waitFor();
  await page.locator('[data-pane]').waitFor({ state: 'detached' });
  expect(await states()).toEqual({ B: 'open' });
});

test('Shift and a click on a name selects its row, and opens no page', async () => {
  const person = await makePerson(team);
  await sql('update person set name = $1 where id = $2', ['Ada Vogel', person.userId]);
  await insertAssignment(team, { title: 'A', member_id: person.memberId });
  await insertAssignment(team, { title: 'B' });
  await visit();
  const address = page.url();
  const name = page.getByRole('link', { name: 'Ada Vogel' });
  await name.click({ modifiers: ['Shift'] });
  await isSelected(1);
  expect(await box('A').isChecked()).toBe(true);
  expect([page.url(), page.context().pages()]).toEqual([address, [page]]);
  // Escape closes a card before it clears the selection.
  await name.hover();
  await page.locator(':popover-open').waitFor();
  await page.keyboard.press('Escape');
  await page.locator(':popover-open').waitFor({ state: 'detached' });
  await isSelected(1);
  await page.keyboard.press('Escape');
  await bar().waitFor({ state: 'detached' });
  // Nothing is left from which Shift could select.
  await box('B').click({ modifiers: ['Shift'] });
  await isSelected(1);
});

test('on a telephone a button shows the boxes', async () => {
  for (const title of ['A', 'B']) await insertAssignment(team, { title });
  await visit({ width: 390 });
  await button('Select').tap();
  await page.locator('[data-row]').first().tap();
  await page.locator('[data-row]').nth(1).tap();
  await isSelected(2);
  expect(await visitor.scrollsSideways()).toBe(false);
  expect(await visitor.violations()).toEqual([]);
  await button('Mark as done').tap();
  await page.getByText('2 assignments are done.').waitFor();
  expect(await states()).toEqual({ A: 'done', B: 'done' });
});

test('one message says how many went and why others failed, which stay selected', async () => {
  const ids = [];
  for (const title of ['A', 'B', 'C']) ids.push(await insertAssignment(team, { title }));
  await visit();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await sql(
    `update assignment set note = 'Changed', updated_at = now() + interval '1 day' where id = $1`,
    [ids[1]],
  );
  await bar().getByRole('button', { name: 'Mark as done' }).click();
  await page.getByText('2 assignments are done.').waitFor();
  await page.getByText(/^1 failed: ./).waitFor();
  await isSelected(1);
  expect(await box('B').isChecked()).toBe(true);
  expect(await states()).toEqual({ A: 'done', B: 'open', C: 'done' });
  // The list has read the change, so a second try goes.
  await bar().getByRole('button', { name: 'Mark as done' }).click();
  await page.getByText('1 assignment is done.').waitFor();
});

test('who may change nothing gets no boxes', async () => {
  const person = await makePerson(team);
  await insertAssignment(team, { title: 'A', member_id: person.memberId });
  await visit({ path: '/my/assignments', person });
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await bar().count()).toBe(0);
});
