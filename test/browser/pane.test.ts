import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let visitor: Visitor;
let ids: string[];

beforeAll(async () => {
  const team = await makeTeam(app().api);
  for (let n = 0; n < 4; n += 1) await team.createKey();
  visitor = await app().visit({ session: await makeSession(team, team.owner), width: 1440 });
});

const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
const rows = () => visitor.page.locator('[data-row]');
const pane = () => visitor.page.getByRole('dialog');
const openId = () => new URL(visitor.page.url()).searchParams.get('key');
const focusedRow = () =>
  visitor.page.evaluate(() => document.activeElement?.getAttribute('data-row') ?? null);
const isOpen = (id = '') => until(`${id} to be open`, () => openId() === id);

beforeEach(async () => {
  await visitor.resize({ width: 1440, height: 900 });
  await visitor.open('/api-keys');
  await rows().first().waitFor();
  ids = await rows().evaluateAll((all) => all.map((row) => row.getAttribute('data-row') ?? ''));
});

test('a row opens beside the list, which stays usable and marks it', async () => {
  const { page } = visitor;
  const topOf = async (of: Locator) => (await of.boundingBox())?.y ?? 0;
  const top = await topOf(rows().nth(1));
  await rows().nth(1).click();
  await pane().waitFor();
  // The buttons stay beside the title, so that the row does not leave the pointer.
  expect(Math.abs((await topOf(rows().nth(1))) - top)).toBeLessThanOrEqual(24);
  await isOpen(ids[1]);
  expect(await page.locator('[aria-current="true"][data-row]').count()).toBe(1);
  expect(await rows().nth(1).getAttribute('aria-current')).toBe('true');
  const [list, open] = [await page.locator('table').boundingBox(), await pane().boundingBox()];
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(open?.x ?? 0);
  expect(await visitor.violations()).toEqual([]);
  await rows().nth(3).click();
  await isOpen(ids[3]);
  await button(pane(), 'Vorheriger Eintrag (K)').click();
  await isOpen(ids[2]);
  await button(pane(), 'Nächster Eintrag (J)').click();
  await isOpen(ids[3]);
});

test('keys alone walk from either side, and Escape leads back to the row that was shown', async () => {
  const { page } = visitor;
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await isOpen(ids[0]);
  await page.keyboard.press('j');
  await isOpen(ids[1]);
  await page.keyboard.press('Escape');
  await pane().waitFor({ state: 'detached' });
  expect(await focusedRow()).toBe(ids[1]);
  await rows().nth(1).click();
  await isOpen(ids[1]);
  await rows().nth(1).focus();
  for (const [key, id] of [
    ['ArrowDown', ids[2]],
    ['ArrowUp', ids[1]],
    ['k', ids[0]],
  ] as const) {
    await page.keyboard.press(key);
    await isOpen(id);
    expect(await focusedRow()).toBe(id);
  }
  await page.keyboard.press('Escape');
  await pane().waitFor({ state: 'detached' });
  expect(await focusedRow()).toBe(ids[0]);
});

test.each([1280, 1440, 1920])(
  'a page of %i pixels keeps its left edge when a row opens and when its content arrives',
  async (width) => {
    const { page } = visitor;
    await visitor.resize({ width, height: 900 });
    const edge = (of: Locator) => of.evaluate((node) => node.getBoundingClientRect().x);
    const [title, list] = [page.getByRole('heading', { level: 1 }), page.locator('table')];
    const edges = async () => [await edge(title), await edge(list)];
    const before = await edges();
    const arrives = Promise.withResolvers<void>();
    await page.route(/apiKeys\.get/, async (route) => {
      await arrives.promise;
      await route.continue();
    });
    await rows().nth(1).click();
    const heading = pane().getByRole('heading', { level: 2 });
    await heading.waitFor();
    const waiting = { page: await edges(), heading: await heading.boundingBox() };
    arrives.resolve();
    await button(pane(), 'Rotieren').waitFor();
    await visitor.settled();
    await page.unroute(/apiKeys\.get/);
    const arrived = { page: await edges(), heading: await heading.boundingBox() };
    expect([waiting.page, arrived.page]).toEqual([before, before]);
    for (const side of ['x', 'y'] as const)
      expect(arrived.heading?.[side], side).toBe(waiting.heading?.[side]);
  },
);

test('what the open row asks stays within its pane', async () => {
  const { page } = visitor;
  await rows().first().click();
  await pane().waitFor();
  const around = await pane().boundingBox();
  await button(pane(), 'Rotieren').click();
  const question = page.locator('dialog[open]');
  await question.waitFor();
  const box = await question.boundingBox();
  expect(box?.x ?? 0).toBeGreaterThanOrEqual(around?.x ?? 0);
  expect(await visitor.violations()).toEqual([]);
  // A click on the list behind closes the question alone.
  await page.mouse.click(400, 300);
  await question.waitFor({ state: 'detached' });
  await pane().waitFor();
});

test('in a window without room for both, the row opens as a drawer over the list', async () => {
  const { page } = visitor;
  await rows().first().click();
  await pane().waitFor();
  expect(await page.locator('dialog[open]').count()).toBe(0);
  await visitor.resize({ width: 1024, height: 900 });
  await page.locator('dialog[open]').waitFor();
  await button(page.locator('dialog[open]'), 'Nächster Eintrag (J)').click();
  await isOpen(ids[1]);
});
