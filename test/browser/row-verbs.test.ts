import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeWorld, type World } from '../harness/world.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let world: World;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  world = await makeWorld(app().api);
  const { team, memberId, ...ids } = world;
  const exercise = {
    member_id: memberId,
    title: 'Call',
    situation_id: ids.situation,
    personality_id: ids.personality,
    industry_id: ids.industry,
  };
  const { status } = await team.request('POST', '/assignments', { body: exercise });
  expect(status).toBe(201);
  visitor = await app().visit({
    language: 'de',
    width: 1440,
    session: await makeSession(team, team.owner),
  });
  ({ page } = visitor);
});

const rows = () => page.getByRole('row').filter({ has: page.locator('[data-row]') });
const menuOf = (row: Locator) => row.getByRole('button', { name: 'Aktionen' });

test.each([
  ['/deliveries', ['Erneut senden', 'Als Seite öffnen']],
  ['/api-keys', ['Rotieren', 'Anfragen mit diesem Schlüssel']],
  ['/webhooks', ['Test senden', 'Ausschalten']],
  ['/members', ['Aufgabe stellen']],
  ['/trainings', ['Aufgabe stellen']],
  ['/request-log', ['Ursache und Folgen']],
])(
  'the menu at the end of a row of %s offers %j and the ID, and covers nothing',
  async (path, verbs) => {
    await visitor.open(path);
    const first = rows().filter({ hasNotText: 'Eingeladen' }).filter({ hasNotText: 'GET' }).first();
    await first.scrollIntoViewIfNeeded();
    const gap = await first.evaluate((tr) => {
      const menu = tr.querySelector('[aria-haspopup="menu"]')?.getBoundingClientRect();
      const cell = tr.querySelector('td:last-child > div');
      const range = document.createRange();
      if (cell) range.selectNodeContents(cell);
      return (menu?.left ?? 0) - range.getBoundingClientRect().right;
    });
    expect(gap).toBeGreaterThanOrEqual(0);
    await menuOf(first).click();
    await page.getByRole('menu').waitFor();
    const offered = await page.getByRole('menuitem').allInnerTexts();
    expect(offered).toEqual([...verbs, 'ID kopieren']);
    expect(await visitor.violations()).toEqual([]);
    await page.getByRole('menuitem', { name: 'ID kopieren' }).click();
    await page.getByText('Kopiert', { exact: true }).waitFor();
    const id = await first.locator('[data-row]').getAttribute('data-row');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  },
);

test('the form of an exercise opens from its address, even if the list finds nobody or has not loaded', async () => {
  const { memberId } = world;
  const form = page.getByRole('dialog', { name: 'Aufgabe stellen' });
  await visitor.open(`/members?search=nobody&assign=1&member=${memberId}`);
  await page.getByText('Niemand').first().waitFor();
  await form.waitFor();
  await page.route(/members\.list/, () => undefined);
  await page.goto(`${app().origin}/app/members?assign=1&member=${memberId}`);
  await page.locator('table[aria-rowcount="-1"]').waitFor();
  await form.waitFor();
  await page.unrouteAll();
});

test('verbs open what their pages open: a test, an exercise, the question before an invitation is withdrawn', async () => {
  const press = async (path: string, verb: string, hasText = /./) => {
    await visitor.open(path);
    await menuOf(rows().filter({ hasText }).first()).click();
    await page.getByRole('menuitem', { name: verb }).click();
  };
  await press('/webhooks', 'Test senden');
  await page.getByRole('dialog', { name: 'Test' }).waitFor();
  await press('/webhooks', 'Ausschalten');
  await page.waitForURL(/webhooks\/.+dialog=off/);
  await page.getByRole('dialog').waitFor();
  await press('/trainings', 'Aufgabe stellen');
  await page.getByRole('dialog', { name: 'Aufgabe stellen' }).waitFor();
  await press('/members', 'Aufgabe stellen', /Aktiv/);
  await page.getByRole('dialog', { name: 'Aufgabe stellen' }).waitFor();
  await press('/members', 'Zurückziehen', /Eingeladen/);
  await page.getByRole('dialog').getByRole('button', { name: 'Zurückziehen' }).click();
  await page.getByRole('row').filter({ hasText: 'Eingeladen' }).waitFor({ state: 'detached' });
});
