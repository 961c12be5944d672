import type { Page } from 'playwright-core';
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
    ...{ member_id: memberId, title: 'Call' },
    ...{ situation_id: ids.situation, personality_id: ids.personality, industry_id: ids.industry },
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

test.each([
  ['/deliveries', 'ID kopieren'],
  ['/api-keys', 'Rotieren'],
  ['/webhooks', 'Test senden'],
  ['/webhooks', 'Ausschalten'],
  ['/members', 'Aufgabe stellen'],
  ['/members', 'Erneut einladen'],
  ['/members', 'Zurückziehen'],
  ['/trainings', 'Aufgabe stellen'],
  ['/request-log', 'Ursache und Folgen'],
])(
  'a row of %s offers "%s" at its end, names itself in it, and covers nothing',
  async (path, verb) => {
    await visitor.open(path);
    const row = page
      .getByRole('row')
      .filter({ has: page.locator(`[data-verb][aria-label="${verb}"]`) })
      .first();
    await row.hover();
    const button = row.locator(`[data-verb][aria-label="${verb}"]`);
    await button.waitFor();
    const first = (await row.locator('[data-row]').innerText()).split('\n')[0] ?? '';
    expect(await row.getByRole('button', { name: new RegExp(`^${verb} .`) }).count()).toBe(1);
    expect(first).not.toBe('');
    const gap = await row.evaluate((tr) => {
      const verbs = tr.querySelector('[data-verb]')?.parentElement?.getBoundingClientRect();
      const cell = tr.querySelector('td:last-child > div');
      const range = document.createRange();
      if (cell) range.selectNodeContents(cell);
      return (verbs?.left ?? 0) - range.getBoundingClientRect().right;
    });
    expect(gap).toBeGreaterThanOrEqual(0);
    expect(await visitor.violations()).toEqual([]);
  },
);

test('the form of an exercise opens from its address, even if the list finds nobody or has not loaded', async () => {
  const { memberId } = world;
  const form = page.getByRole('dialog', { name: 'Aufgabe stellen' });
  await visitor.open(`/members?search=nobody&assign=1&member=${memberId}`);
  await page.getByText('Niemand').first().waitFor();
  await form.waitFor();
  await page.route(/members\.directory/, () => undefined);
  await page.goto(`${app().origin}/app/members?assign=1&member=${memberId}`);
  await page.locator('table[aria-rowcount="-1"]').waitFor();
  await form.waitFor();
  await page.unrouteAll();
});

test('verbs open what their pages open: a test, an exercise, the question before an invitation is withdrawn', async () => {
  const press = async (path: string, verb: string) => {
    await visitor.open(path);
    const button = page.locator(`[data-verb][aria-label="${verb}"]`).first();
    await page.getByRole('row').filter({ has: button }).first().hover();
    await button.click();
  };
  await press('/webhooks', 'Test senden');
  await page.getByRole('dialog', { name: 'Test' }).waitFor();
  await press('/webhooks', 'Ausschalten');
  await page.waitForURL(/webhooks\/.+dialog=off/);
  await page.getByRole('dialog').waitFor();
  await press('/trainings', 'Aufgabe stellen');
  await page.getByRole('dialog', { name: 'Aufgabe stellen' }).waitFor();
  await press('/members', 'Aufgabe stellen');
  await page.getByRole('dialog', { name: 'Aufgabe stellen' }).waitFor();
  await press('/members', 'Zurückziehen');
  await page.getByRole('dialog').getByRole('button', { name: 'Zurückziehen' }).click();
  await page.locator('[data-verb][aria-label="Zurückziehen"]').waitFor({ state: 'detached' });
});
