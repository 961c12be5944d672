import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { insertAssignment, insertDeal } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';
import { until } from '../harness/until.ts';
import { makeGlobalCatalog } from '../harness/world.ts';

const app = useApp();
const NAME = 'Alexandra-Josephine von Hohenstein-Wittelsbach zu Sonnenfels';
let team: TestTeam;
let person: Person;
let page: Page;

beforeAll(() => makeGlobalCatalog(app().api));

beforeEach(async () => {
  team = await makeTeam(app().api);
  person = await team.addMember();
  const { sql } = app().api;
  await sql.query('update person set name = $2 where id = $1', [person.userId, NAME]);
  await sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
});

async function train(who: Person, total: number, daysAgo = 0): Promise<void> {
  const at = new Date(app().api.clock.now().getTime() - daysAgo * DAY_MS).toISOString();
  await addTraining(team, who, { created_at: at, evaluation: { total } });
}

/** Five members with a score, of whom the person has the lowest. */
async function trainAll(): Promise<void> {
  await train(person, 50);
  for (const total of [60, 70, 80, 90]) await train(await team.addMember(), total);
}

async function visit(options: { who?: Person; width?: number; theme?: 'dark' } = {}) {
  const { who = team.owner, ...look } = options;
  const session = await makeSession(team, who);
  const visitor = await app().visit({ session, language: 'en', expects: /40[349]/, ...look });
  ({ page } = visitor);
  return visitor;
}

/** The procedures that the browser asks from now on, by request. */
function askedOn(visitor: Visitor): string[] {
  const asked: string[] = [];
  visitor.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/trpc/')) asked.push(pathname.slice('/trpc/'.length));
  });
  return asked;
}

const card = () => page.getByRole('tooltip').filter({ hasText: 'Open assignments' });

test('a name shows a card with one request, keeps it, and leads to the page of the member', async () => {
  await insertAssignment(team, { member_id: person.memberId });
  await train(person, 50);
  const visitor = await visit();
  await visitor.open('/trainings');
  const name = page.getByRole('link', { name: NAME });
  const asked = askedOn(visitor);
  await name.hover();
  await card().getByText('Active').waitFor();
  await card().getByText('1', { exact: true }).waitFor();
  await card().getByText('Member', { exact: true }).waitFor();
  expect(asked.map((names) => names.split(',').sort())).toEqual([
    ['analytics.ofMember', 'assignments.list'],
  ]);
  await card().getByText('Avg. score50.0').waitFor();
  expect(await visitor.violations()).toEqual([]);
  await page.keyboard.press('Escape');
  await card().waitFor({ state: 'hidden' });
  await page.mouse.move(0, 0);
  await name.hover();
  await card().waitFor();
  expect(asked).toHaveLength(1);
  await name.click();
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
  visitor.requireClean();
});

test('the keyboard reaches the card of a name, and opens the page', async () => {
  await train(person, 50);
  const visitor = await visit();
  await visitor.open('/trainings');
  await page.locator('[data-row]').first().focus();
  await page.keyboard.press('ArrowRight');
  await card().waitFor();
  await page.keyboard.press('Escape');
  await card().waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
});

test.each([
  { width: 1440, theme: undefined },
  { width: 390, theme: 'dark' as const },
])('the page shows scores beside the median, work and deals, at $width', async (look) => {
  await trainAll();
  await insertAssignment(team, { member_id: person.memberId, title: 'Hold the price' });
  await insertDeal(team, { owner_user_id: person.userId, title: 'A new machine' });
  const { theme, width } = look;
  const visitor = await visit({ width, ...(theme && { theme }) });
  await visitor.open(`/members/${person.memberId}`);
  await page.getByText('Team median 70', { exact: true }).waitFor();
  // Each dimension has its own median; the default one of needs analysis is 70.
  await page.getByText('Median 70', { exact: true }).waitFor();
  // The table of the chart has what the line shows.
  const chart = page.getByRole('table', { name: 'Score per week' });
  expect(await chart.getByRole('row').last().innerText()).toMatch(/\b50(\.0)?\s+70(\.0)?\b/);
  for (const link of ['Hold the price', 'A new machine']) {
    await page.getByRole('link', { name: link }).waitFor();
  }
  expect(await visitor.scrollsSideways()).toBe(false);
  expect(await visitor.violations()).toEqual([]);
  visitor.requireClean();
});

test('with one training there is a score and no median, and without one the page says so', async () => {
  await train(person, 50);
  const visitor = await visit();
  await visitor.open(`/members/${person.memberId}`);
  await page.getByText('The team median appears once at least five members').waitFor();
  expect(await page.getByText(/median \d/i).count()).toBe(0);
  await visitor.open(`/members/${team.owner.memberId}`);
  await page.getByText('No scored training yet').waitFor();
  expect(await visitor.violations()).toEqual([]);
});

test('the time of the last training takes one line, as the numbers beside it', async () => {
  await trainAll();
  // The page tells the time by the clock of the browser.
  const created_at = new Date(Date.now() - 15 * 60_000).toISOString();
  await addTraining(team, person, { created_at });
  const visitor = await visit({ width: 1280 });
  await visitor.open(`/members/${person.memberId}`);
  const time = page.getByText('15 minutes ago', { exact: true }).and(page.locator('dd span span'));
  const height = async (of: Locator) => (await of.boundingBox())?.height ?? 0;
  await time.waitFor();
  expect(await height(time)).toBe(await height(page.locator('dd span span').first()));
  // The four figures stand in one row.
  const top = async (of: Locator) => (await of.boundingBox())?.y;
  const figures = await page.locator('dl').first().locator('dt').all();
  expect(new Set(await Promise.all(figures.map(top))).size).toBe(1);
  visitor.requireClean();
});

test('on a telephone, the way out of a gap is not broken, and the form begins with the name of the member', async () => {
  // With a median beside each score, there is least room.
  await trainAll();
  const low = { closing: 10, conversation_control: 10, needs_analysis: 10 };
  const lower = { objection_handling: 10, value_argument: 10 };
  await addTraining(team, person, { evaluation: { total: 10, ...low, ...lower } });
  await app().api.sql.query(`update person set lang = 'de' where id = $1`, [team.owner.userId]);
  const visitor = await visit({ width: 390 });
  await visitor.open(`/members/${person.memberId}`);
  const gaps = page.getByRole('button', { name: 'Üben lassen' });
  await gaps.first().waitFor();
  const lines = await gaps.evaluateAll((all) =>
    all.map((button) => {
      const text = document.createRange();
      text.selectNodeContents(button);
      return text.getClientRects().length;
    }),
  );
  expect(lines).toEqual([1, 1, 1, 1, 1]);
  expect(await visitor.scrollsSideways()).toBe(false);
  await gaps.first().click();
  const member = page.getByRole('combobox', { name: 'Mitglied' });
  await until('the member to be chosen', async () => (await member.inputValue()).includes(NAME));
  expect(await member.evaluate((field) => field.scrollWidth > field.clientWidth)).toBe(true);
  expect(await member.evaluate((field) => field.scrollLeft)).toBe(0);
});

test('an admin assigns an exercise, changes the role and removes the member, without a pointer', async () => {
  // The last admin of a team cannot be removed.
  await team.addMember({ role: 'admin' });
  const visitor = await visit();
  await visitor.open(`/members/${person.memberId}`);
  await page.getByRole('button', { name: 'Assign an exercise' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Assign an exercise' });
  const chosen = form.getByRole('combobox', { name: 'Member' });
  await until('the member to be chosen', async () => (await chosen.inputValue()).includes(NAME));
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });

  await page.getByRole('combobox', { name: 'Role' }).selectOption('admin');
  await page.getByText('The role is changed.').waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).focus();
  await page.keyboard.press('Enter');
  const removal = page.getByRole('dialog', { name: `Remove ${NAME}` });
  await removal.getByText('The access ends at once').waitFor();
  await removal.getByRole('button', { name: 'Remove' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  await until('the list is read again', async () => (await page.getByText(NAME).count()) === 0);

  await visitor.open(`/members/${person.memberId}`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(await page.getByText(NAME).count()).toBe(0);
});

test('while member detail is off, the page of another names nobody, and one sees the own scores', async () => {
  await trainAll();
  await train(team.owner, 65);
  await insertAssignment(team, { member_id: person.memberId, title: 'Hold the price' });
  await team.set({ member_detail_enabled: false });
  const visitor = await visit();
  const asked = askedOn(visitor);
  await visitor.open(`/members/${person.memberId}`);
  await page.getByText('Member detail is off').waitFor();
  await page.getByRole('combobox', { name: 'Role' }).waitFor();
  const text = await page.locator('main').innerText();
  for (const secret of [NAME, person.email, 'Hold the price']) expect(text).not.toContain(secret);
  expect(asked.join()).not.toContain('analytics.ofMember');
  await visitor.open(`/members/${team.owner.memberId}`);
  await page.getByText('65.0').first().waitFor();
  await page.getByText('Team median 68', { exact: true }).waitFor();
  visitor.requireClean();
});
