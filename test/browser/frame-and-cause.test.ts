import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { startChromium } from './harness/chromium.ts';
import { useApp } from './harness/use-app.ts';
import { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  team = await makeTeam(app().api);
  visitor = await app().visit({
    session: await makeSession(team, team.owner),
    expects: /50[34]|429|403|ERR_/,
  });
  ({ page } = visitor);
});

beforeEach(async () => {
  await page.unrouteAll();
});

test('while the session is slow, the page shows its frame', async () => {
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

test('before its code is loaded, the page shows its frame, which then stays in place', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  const side = page.locator('aside');
  // Looks at each frame of the page: no moment may be without its outline.
  await page.addInitScript(() => {
    const watch = () => {
      const aside = document.querySelector('aside');
      if (aside) seen.push(aside.getBoundingClientRect().width);
      else if (seen.length > 0) seen.push(0);
      requestAnimationFrame(watch);
    };
    const seen: number[] = [];
    Object.assign(window, { seen });
    watch();
  });
  const opened = page.goto(`${visitor.origin}/app/members`);
  await side.waitFor();
  const before = await side.boundingBox();
  resolve();
  await opened;
  // The title is there before the session is known, and the frame of the session takes the place of the first one.
  await page.locator('[data-row]').first().waitFor();
  expect(await side.boundingBox()).toEqual(before);
  const widths = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  expect([...new Set(widths)]).toEqual([before?.width]);
  expect(await page.locator('.before-code').count()).toBe(0);
});

test('a page that needs no sign-in never shows the frame of the app', async () => {
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(`${visitor.origin}/app/sign-in`, { waitUntil: 'commit' });
  await page.locator('.before-code').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  expect(await page.locator('aside').isVisible()).toBe(false);
});

const html = { contentType: 'text/html', body: '<h1>From a proxy</h1>' };
const titles = [
  ['a 503 of a proxy', { ...html, status: 503 }, 'Der Dienst ist gerade nicht erreichbar'],
  ['a 429 of a proxy', { ...html, status: 429 }, 'Zu viele Anfragen'],
  ['a 403 of a proxy', { ...html, status: 403 }, 'Die Anfrage ist nicht bis zum Server gekommen'],
  ['a page of a network', { ...html, status: 200 }, 'Die Antwort kommt nicht vom Server'],
] as const;

test.each(titles)('the app names the cause of %s', async (_, answer, title) => {
  await page.route('**/trpc/**', (route) => route.fulfill(answer));
  await page.goto(`${visitor.origin}/app/members`);
  const message = page.getByRole('heading', { name: title });
  await message.waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await page.getByRole('heading', { name: 'Mitglieder', exact: true }).waitFor();
});

test('the page does not move when a dialog opens, even from a menu', async () => {
  const browser = await startChromium({ hasScrollBars: true });
  onTestFinished(() => browser.close());
  const session = await makeSession(team, team.owner);
  const watched = await Visitor.come(browser, app().origin, { session, width: 1600 });
  const left = async () =>
    (await watched.page.getByRole('heading', { level: 1 }).boundingBox())?.x ?? 0;
  await watched.open('/api-keys');
  const bar = await watched.page.evaluate(() => innerWidth - document.body.offsetWidth);
  expect(bar, 'the width of the scroll bar').toBeGreaterThan(5);
  const before = await left();
  const opened = async (open: Promise<void>, role: 'dialog' | 'menu') => {
    await open;
    await watched.page.getByRole(role).waitFor();
    await watched.settled(1);
    return left();
  };
  const { keyboard } = watched.page;
  const account = watched.page
    .getByRole('navigation')
    .first()
    .locator('..')
    .getByRole('button')
    .last();
  const create = watched.page.getByRole('button', { name: 'Schlüssel erstellen' });
  const found = {
    palette: await opened(keyboard.press('Control+k'), 'dialog'),
    closed: await keyboard.press('Escape').then(left),
    dialog: await opened(create.click(), 'dialog'),
    closedAgain: await keyboard.press('Escape').then(left),
    menu: await opened(account.click(), 'menu'),
    paletteAboveMenu: await opened(keyboard.press('Control+k'), 'dialog'),
  };
  expect([...new Set(Object.values(found))], JSON.stringify(found)).toEqual([before]);
  watched.requireClean();
});

test('an open row does not move when the palette opens', async () => {
  const browser = await startChromium({ hasScrollBars: true });
  onTestFinished(() => browser.close());
  const session = await makeSession(team, team.owner);
  const watched = await Visitor.come(browser, app().origin, { session, width: 1440 });
  await team.createKey();
  await watched.open('/api-keys');
  await watched.page.locator('[data-row]').first().click();
  const pane = watched.page.locator('[data-pane]');
  const place = async () => JSON.stringify(await pane.boundingBox());
  await pane.getByRole('heading').first().waitFor();
  await watched.settled(1);
  const before = await place();
  await watched.page.keyboard.press('Control+k');
  await watched.page.getByRole('combobox', { name: 'Befehle' }).waitFor();
  expect(await place()).toBe(before);
  await watched.page.keyboard.press('Escape');
  await watched.page.getByRole('combobox', { name: 'Befehle' }).waitFor({ state: 'detached' });
  expect(await place()).toBe(before);
  watched.requireClean();
});
