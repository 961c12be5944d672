import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  team = await makeTeam(app().api);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const session = await makeSession(team, team.owner);
  owner = await app().visit({ session, language: 'en', expects: /ERR_/ });
});

test('while the server is away, a bar says so and how old the data are, and it goes by itself', async () => {
  const { page } = owner;
  await owner.open('/members');
  const rows = await page.getByRole('row').count();
  await page.route('**/trpc/**', (route) => route.abort('connectionrefused'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  const bar = page.getByRole('status').filter({ hasText: 'No connection.' });
  await bar.getByText(/^Data from \d\d:\d\d\.$/).waitFor();
  // What was read stays on the screen.
  expect(await page.getByRole('row').count()).toBe(rows);
  expect(await owner.violations()).toEqual([]);
  await bar.getByRole('button', { name: 'Connect now' }).click();
  await bar.waitFor();
  await page.unrouteAll();
  await bar.waitFor({ state: 'detached' });
});

test('a list that can no longer be read shows the bar above what it has', async () => {
  const { page } = owner;
  await owner.open('/overview');
  await page.route('**/trpc/**', (route) => route.abort('connectionrefused'));
  // The overview asks every few seconds.
  const bar = page.getByRole('status').filter({ hasText: 'No connection.' });
  await bar.waitFor();
  await page.unrouteAll();
  // At once: the page soon asks again by itself, and then the button is gone.
  await bar
    .getByRole('button', { name: 'Connect now' })
    .evaluate((button: HTMLElement) => button.click());
  await bar.waitFor({ state: 'detached' });
});
