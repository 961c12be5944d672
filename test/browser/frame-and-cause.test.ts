import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  const team = await makeTeam(app().api);
  visitor = await app().visit({
    session: await makeSession(team, team.owner),
    expects: /50[34]|429|403|ERR_/,
  });
  ({ page } = visitor);
});

beforeEach(async () => {
  await page.unrouteAll();
});

test('while the session is slow, the page has its frame', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/trpc/*session.current*', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(`${visitor.origin}/app/members`);
  await page.locator('aside').waitFor();
  await page.locator('main [aria-busy="true"]').waitFor();
  expect(await visitor.violations()).toEqual([]);
  resolve();
  await page.getByRole('heading', { name: 'Mitglieder', exact: true }).waitFor();
});

const html = { contentType: 'text/html', body: '<h1>From a proxy</h1>' };
const titles = [
  ['a 503 of a proxy', { ...html, status: 503 }, 'Der Dienst ist gerade nicht erreichbar'],
  ['a 429 of a proxy', { ...html, status: 429 }, 'Zu viele Anfragen'],
  ['a 403 of a proxy', { ...html, status: 403 }, 'Die Anfrage ist nicht bis zum Server gekommen'],
  ['a page of a network', { ...html, status: 200 }, 'Die Antwort kommt nicht vom Server'],
] as const;

test.each(titles)('%s is told by its cause', async (_, answer, title) => {
  await page.route('**/trpc/**', (route) => route.fulfill(answer));
  await page.goto(`${visitor.origin}/app/members`);
  const told = page.getByRole('heading', { name: title });
  await told.waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await page.getByRole('heading', { name: 'Mitglieder', exact: true }).waitFor();
});

test('the page stays where it is when a dialog opens, also from a menu', async () => {
  // Else a browser that a program drives has no scroll bars.
  const debug = await visitor.context.newCDPSession(page);
  await debug.send('Emulation.setScrollbarsHidden', { hidden: false });
  await page.setViewportSize({ width: 1600, height: 500 });
  const left = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.x;
  for (const path of ['/api-keys', '/ui']) {
    await visitor.open(path);
    const bar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth);
    expect(bar, 'the width of the scroll bar').toBeGreaterThan(5);
    const before = await left();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Befehle' }).waitFor();
    expect(await left(), path).toBe(before);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Befehle' }).waitFor({ state: 'detached' });
    const account = page.getByRole('navigation').locator('..').getByRole('button').last();
    await account.click();
    await page.getByRole('menu').waitFor();
    expect(await left(), path).toBe(before);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
});
