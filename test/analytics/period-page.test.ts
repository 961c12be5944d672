import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { addTraining } from '../harness/team-data.ts';

const app = useApp();
let team: TestTeam;
let visitor: Visitor;
let page: Page;

/** Noon of a day of the month that began so many months ago, in UTC. */
function dayOf(monthsAgo: number, day: number): Date {
  const now = app().api.clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, day));
}

/** Five members, of whom Ada has trained most of all, but least this month. */
beforeAll(async () => {
  // The page takes the present month from the browser's clock.
  const { clock } = app().api;
  clock.travel(Date.now() - clock.now().getTime());
  team = await makeTeam(app().api);
  const trained = { Ada: [0, 4], Ben: [3, 1], Cem: [1, 1], Dora: [2, 1], Eva: [4, 2] };
  for (const [name, [now = 0, before = 0]] of Object.entries(trained)) {
    const person = await team.addMember();
    await app().api.sql.query('update person set name = $2 where id = $1', [person.userId, name]);
    const record = (at: Date, total: number) =>
      addTraining(team, person, { created_at: at.toISOString(), evaluation: { total } });
    for (let n = 0; n < now; n += 1) await record(dayOf(0, 1), 70);
    for (let n = 0; n < before; n += 1) await record(dayOf(1, 1), 50);
  }
  await app().api.sql.query("update tenant set time_zone = 'Etc/UTC' where id = $1", [
    team.tenantId,
  ]);
  await app().api.sql.query("update person set lang = 'en' where id = $1", [team.owner.userId]);
  visitor = await app().visit({ language: 'en', session: await makeSession(team, team.owner) });
  ({ page } = visitor);
});

const table = () => page.getByRole('table', { name: 'Members', exact: true });
const names = async () => {
  await visitor.settled();
  const rows = table()
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  return (await rows.getByRole('link').allInnerTexts()).filter((name) =>
    /^[A-E][a-z]+$/.test(name),
  );
};

test('the period in the address counts for every number of the page, beside the one before, and each column sorts both ways', async () => {
  await visitor.open('/analytics');
  const numbers = async () =>
    (await page.locator('main dl').first().innerText()).match(/\d[\d.]*/g);
  expect((await numbers())?.slice(0, 4)).toEqual(['5', '6', '19', '19']);
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'This month' });
  await page.waitForURL(/period=month/);
  await visitor.settled();
  expect(await numbers()).toEqual(['4', '6', '10', '10', '70.0', '100']);
  await page.getByText('Trainings +11%').waitFor();
  await page.getByText('+20.0 points').waitFor();
  // Who trained least this month.
  await page.getByRole('button', { name: 'Trainings' }).click();
  await page.waitForURL(/sort=-sessions/);
  expect((await names()).slice(-5)).toEqual(['Ada', 'Cem', 'Dora', 'Ben', 'Eva']);
  await table().getByRole('row').filter({ hasText: 'Ada' }).getByText('before: 4').waitFor();
  await page.getByRole('button', { name: 'Trainings' }).click();
  await page.waitForURL(/sort=sessions/);
  expect((await names()).slice(0, 5)).toEqual(['Eva', 'Ben', 'Dora', 'Cem', 'Ada']);
  expect(await visitor.violations()).toEqual([]);
  await page.reload();
  expect((await names()).slice(0, 2)).toEqual(['Eva', 'Ben']);
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Last month' });
  await page.getByText('50.0', { exact: true }).first().waitFor();
  await visitor.settled();
  expect(await numbers()).toEqual(['5', '6', '9', '9', '50.0', '100']);
});

test('a period of one’s own has its ends in the address, also on a telephone', async () => {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await visitor.resize({ width: 390, height: 900 });
  const [since, until] = [dayOf(1, 1), dayOf(1, 2)].map((at) => at.toISOString().slice(0, 10));
  await visitor.open(
    `/analytics?period=own&since=${since}T00:00:00.000Z&until=${until}T00:00:00.000Z`,
  );
  await page.getByText('in this period').waitFor();
  await page.getByText('50.0', { exact: true }).first().waitFor();
  await page.getByRole('textbox', { name: 'From' }).waitFor();
  // Without titles of columns, a choice offers every order.
  const orders = page.getByRole('combobox', { name: 'Sort by' }).getByRole('option');
  expect(
    (await orders.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).sort(),
  ).toEqual(
    ['avg_score', 'last_session_at', 'largest_gap', 'name', 'sessions', 'trend_delta']
      .flatMap((one) => [`-${one}`, one])
      .sort(),
  );
  expect(await visitor.scrollsSideways()).toBe(false);
  expect(await visitor.violations()).toEqual([]);
  await visitor.resize({ width, height });
});

test('ends that are no period are said at the field, and nothing is asked', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const day = (monthsAgo: number) => dayOf(monthsAgo, 1).toISOString();
  const begin = page.getByRole('textbox', { name: 'From' });
  for (const [since, until, fault] of [
    [day(1), day(2), 'The beginning must be before the end.'],
    [day(1), day(1), 'The beginning must be before the end.'],
    [day(-2), '', 'The beginning is in the future.'],
    ['', day(1), 'When does the period begin?'],
    [day(30), day(1), 'A period has at most 732 days.'],
  ] as const) {
    await visitor.open(`/analytics?period=own&since=${since}&until=${until}`);
    await page.getByText(fault).waitFor();
    expect(await begin.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('main dl').count()).toBe(0);
  }
  expect(asked.filter((url) => url.includes('/trpc/')).join()).not.toMatch(/analytics\./);
  expect(await visitor.violations()).toEqual([]);
  await begin.fill('1 Jan 2020');
  await begin.press('Enter');
  await page.getByText('A period has at most 732 days.').waitFor();
  await begin.fill('yesterday');
  await begin.press('Enter');
  await page.getByText('The beginning must be before the end.').waitFor();
});

test('an older address means the order that it meant', async () => {
  for (const [sort, first] of [
    ['sessions', 'Eva'],
    ['-sessions', 'Cem'],
    ['avg_score', 'Ada'],
    ['name', 'Ada'],
  ] as const) {
    await visitor.open(`/analytics?sort=${sort}`);
    expect((await names())[0], sort).toBe(first);
  }
});

test('while member detail is off, nobody chooses a period, and one in the address does not count', async () => {
  await team.set({ member_detail_enabled: false });
  await visitor.open('/analytics?period=last-month');
  await page.getByText('averages are those of').waitFor();
  expect(await page.getByRole('combobox', { name: 'Period' }).count()).toBe(0);
  expect(await page.locator('main dl').first().innerText()).toContain('19');
  await page.getByText('of all time').waitFor();
  expect(await page.getByText(/compared with|last month|Previous period/).count()).toBe(0);
});
