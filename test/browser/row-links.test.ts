import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { pages } from '../../src/app/pages/registered.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { insertAssignment } from '../harness/rows.ts';
import type { TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { makeWorld } from '../harness/world.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let visitor: Visitor;
let page: Page;
let paths: string[];

beforeAll(async () => {
  const world = await makeWorld(app().api);
  team = world.team;
  await team.request('GET', '/trainings?limit=0');
  const { memberId } = await makePerson(team);
  for (let n = 0; n < 2; n += 1) await insertAssignment(team, { member_id: memberId });
  const ids = Object.fromEntries(
    Object.entries(world).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
  const tabs = ['?view=errors', '?view=usage'].map((tab) => `/request-log${tab}`);
  paths = [
    ...pages.filter(({ needs }) => needs !== 'nobody').map((one) => one.example?.(ids) ?? one.path),
    ...tabs,
  ];
  await app().api.sql.query("update person set lang = 'en' where id = $1", [team.owner.userId]);
  visitor = await app().visit({ language: 'en', session: await makeSession(team, team.owner) });
  ({ page } = visitor);
});

test('in every list, a row that leads somewhere is one link with an address, and one stop of the Tab key', async () => {
  const seen = new Set<string>();
  for (const path of paths) {
    await visitor.open(path);
    for (const row of await page.locator('tr:has([data-row])').evaluateAll(looksOf)) {
      seen.add(row.table);
      expect(row, path).toEqual({ table: row.table, tag: 'A', leads: true, stops: 1 });
    }
  }
  expect(seen.size).toBeGreaterThan(10);
});

const looksOf = (rows: Element[]) =>
  rows.map((row) => {
    const link = row.querySelector('[data-row]');
    const controls = [...row.querySelectorAll<HTMLElement>('a, button, input, [tabindex]')];
    return {
      table: row.closest('table')?.querySelector('caption')?.textContent ?? '',
      tag: link?.tagName,
      leads: /^(\?|\/app\/)./.test(link?.getAttribute('href') ?? ''),
      stops: controls.filter(({ tabIndex }) => tabIndex >= 0).length,
    };
  });

test('the arrow keys go through what a row contains, and Tab leaves the row', async () => {
  await visitor.open('/assignments');
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      const place = activeElement?.closest('tr')?.getAttribute('aria-rowindex');
      return `${place} ${activeElement?.getAttribute('aria-label') ?? activeElement?.textContent}`;
    });
  const link = page.locator('[data-row]').first();
  await link.focus();
  const first = await focused();
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('2 A person');
  for (let n = 0; n < 5 && !(await focused()).endsWith('Actions'); n += 1)
    await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor();
  await page.keyboard.press('Escape');
  await until('the menu to be closed', async () => (await page.getByRole('menu').count()) === 0);
  await page.locator('[data-row]').first().focus();
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toMatch(/^3 /);
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe(first);
});

test('Ctrl and the middle button open a row in a new tab, on its link and beside it, and a plain click beside the list', async () => {
  await visitor.open('/assignments');
  const row = page.locator('tr:has([data-row])').first();
  const link = row.locator('[data-row]');
  const id = await link.getAttribute('data-row');
  const beside = { position: { x: 300, y: 4 } };
  const address = `/app/assignments?assignment=${id}`;
  expect(await link.evaluate((a: HTMLAnchorElement) => a.href)).toMatch(
    new RegExp(`${address.replace('?', '\\?')}$`),
  );
  // On the link it is the browser that opens the tab, if the page leaves the click to it.
  const isLeftToBrowser = (type: 'click' | 'auxclick') =>
    page.evaluate(
      (name) =>
        new Promise<boolean>((resolve) => {
          const say = (event: Event) => resolve(!event.defaultPrevented);
          window.addEventListener(name, say, { once: true });
        }),
      type,
    );
  const onLink = [
    ['click', () => link.click({ modifiers: ['Control'] })],
    ['auxclick', () => link.click({ button: 'middle' })],
  ] as const;
  for (const [type, click] of onLink) {
    const [isLeft] = await Promise.all([isLeftToBrowser(type), click()]);
    expect(isLeft).toBe(true);
    expect(new URL(page.url()).search).toBe('');
  }
  for (const how of [{ modifiers: ['Control' as const] }, { button: 'middle' as const }]) {
    const own = await app().visit({ language: 'en', session: await makeSession(team, team.owner) });
    await own.open('/assignments');
    const place = own.page.locator('tr:has([data-row])').first();
    const [tab] = await Promise.all([
      own.context.waitForEvent('page'),
      place.click({ ...beside, ...how }),
    ]);
    await tab.waitForURL(`**${address}`);
    expect(new URL(own.page.url()).search).toBe('');
  }
  await row.click(beside);
  await page.getByRole('dialog').waitFor();
  expect(new URL(page.url()).searchParams.get('assignment')).toBe(id);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});
