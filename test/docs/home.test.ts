import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';

const app = useApp();

test('the start page shows a request with its answer beside the text and the first steps', async () => {
  const visitor = await app().visit({ language: 'en' });
  const { page } = visitor;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${visitor.origin}/docs/en/`);
  const home = page.locator('.home');
  expect(await home.getByRole('tab').allTextContents()).toEqual(['curl', 'TypeScript', 'Python']);
  const boxOf = (part: string) => home.locator(part).first().boundingBox();
  const [words, code, answer, steps] = await Promise.all(
    ['.about', '.variants', '.look .code:not(.variants .code)', '.steps .cards'].map(boxOf),
  );
  expect(code?.y).toBeLessThan(300);
  expect(answer?.y).toBeLessThan(450);
  expect(steps?.y).toBeLessThan(700);
  for (const left of [words, steps]) {
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(code?.x ?? 0);
  }
  const whole = await home.boundingBox();
  expect((code?.x ?? 0) + (code?.width ?? 0)).toBeGreaterThan(
    (whole?.x ?? 0) + (whole?.width ?? 0) - 2,
  );
});

test('the start page says which version runs here, and what has changed last', async () => {
  const visitor = await app().visit({ language: 'en' });
  const { page } = visitor;
  await page.goto(`${visitor.origin}/docs/en/`);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const installation = page.getByRole('region', { name: 'This installation' });
  expect(await installation.locator('dd').first().textContent()).toMatch(
    new RegExp(`^${version.replaceAll('.', '\\.')}(?: of \\d+ \\w+ \\d{4}|, not released yet)$`),
  );
  expect(await installation.locator('.address dd').textContent()).toBe(
    `${visitor.origin}/api/public/v1`,
  );
  const news = page.locator('.news');
  expect(await news.getByRole('listitem').count()).toBeGreaterThan(0);
  await page.locator('.when a').click();
  await page.waitForURL('**/docs/en/changelog#*');
  const named = decodeURIComponent(new URL(page.url()).hash.slice(1));
  expect(await page.locator(`[id="${named}"]`).isVisible()).toBe(true);
});

test('the start page opens the app with a button of its own, and so does the menu of every page on a telephone', async () => {
  const options = { language: 'en', width: 390, expects: /404.*nope/ } as const;
  const visitor = await app().visit(options);
  const { page } = visitor;
  await page.goto(`${visitor.origin}/docs/en/`);
  const button = page.locator('.ways').getByRole('link', { name: 'Open the app' });
  expect(await button.getAttribute('href')).toBe('/app/');
  expect(await button.isVisible()).toBe(true);
  for (const path of ['docs/en/', 'docs/en/guides/sdk', 'docs/en/operators', 'docs/en/nope']) {
    await page.goto(`${visitor.origin}/${path}`);
    expect(await page.getByRole('banner').getByText('Open the app').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    const way = page.getByRole('navigation').getByRole('link', { name: 'Open the app' });
    await way.waitFor();
    expect(await way.getAttribute('href')).toBe('/app/');
  }
});

test('the changelog has a place of its own in the navigation, below the overview', async () => {
  const visitor = await app().visit({ language: 'en' });
  const { page } = visitor;
  await page.goto(`${visitor.origin}/docs/en/changelog`);
  const parts = page.getByRole('navigation', { name: 'Pages of the documentation' });
  const first = parts.locator('section').first();
  expect(await first.getByRole('link').allTextContents()).toEqual(['Overview', 'Changelog']);
  expect(await first.getByRole('link', { name: 'Changelog' }).getAttribute('aria-current')).toBe(
    'page',
  );
  expect(await parts.getByRole('link', { name: 'Changelog' }).count()).toBe(1);
});

test('the picture of a thread stands in the first screen of a laptop', async () => {
  const { page, ...visitor } = await app().visit({ language: 'en', width: 1440 });
  await page.goto(`${app().origin}/docs/en/`);
  const picture = page.getByRole('figure', { name: 'The app shows each request like this' });
  const box = await picture.boundingBox();
  expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(900);
  expect(visitor.faults).toEqual([]);
});

test('the picture of a thread says what failed, each time once, and its caption is one line', async () => {
  const { page } = await app().visit({ width: 1440 });
  for (const language of ['de', 'en']) {
    await page.goto(`${app().origin}/docs/${language}/`);
    const picture = page.getByRole('figure').filter({ hasText: 'POST /assignments' });
    expect(await picture.locator('.failed').locator('..').innerText()).toMatch(/503$/);
    // No name of a step is broken.
    const name = picture.getByText('assignment.created', { exact: true });
    expect(await name.evaluate((step) => step.getClientRects().length)).toBe(1);
    const times = await picture.getByText(/^\+/).allInnerTexts();
    expect([times.length, new Set(times).size]).toEqual([3, 3]);
    const lines = await picture.locator('figcaption').evaluate((caption) => {
      const text = document.createRange();
      text.selectNodeContents(caption);
      return new Set([...text.getClientRects()].map(({ top }) => top)).size;
    });
    expect(lines).toBe(1);
  }
});
