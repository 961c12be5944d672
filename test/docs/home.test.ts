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
  expect(code?.y).toBeLessThan(200);
  expect(answer?.y).toBeLessThan(300);
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
