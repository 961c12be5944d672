import { describe, expect, test } from 'vitest';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { signatureHeader } from '../../src/features/webhooks/signature.ts';
import { startProxy } from '../browser/harness/plain-http.ts';
import { useApp } from '../browser/harness/use-app.ts';
import { until } from '../harness/until.ts';
import { useReaders } from './harness/pages.ts';

const app = useApp();
const come = useReaders(app);

const GUIDE = '/docs/en/guides/webhooks';

describe('a block of code', () => {
  test('is copied as it is shown, and the whole page is copied as Markdown', async () => {
    const { page } = await come(GUIDE);
    const block = page.locator('figure.code').first();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByText('Copied').waitFor();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    expect(await clipboard()).toBe(await block.locator('code').textContent());
    await page.getByRole('button', { name: 'Copy page' }).click();
    await page.locator('.actions').getByText('Copied').waitFor();
    expect(await clipboard()).toMatch(/^# Webhooks\n/);
  });

  test('in several languages stays in the chosen language, on other pages too', async () => {
    const { page } = await come(GUIDE);
    const group = page.locator('[data-variants]').first();
    await group.getByRole('tab', { name: 'Python' }).click();
    expect(await group.locator('[data-panel=python]').isVisible()).toBe(true);
    expect(await group.locator('> [data-panel]:visible').count()).toBe(1);
    const language = group.locator('> [role=tablist]').getByRole('tab', { selected: true });
    await page.keyboard.press('ArrowRight');
    expect(await language.textContent()).not.toBe('Python');
    await page.keyboard.press('ArrowLeft');
    await page.reload();
    expect(await language.textContent()).toBe('Python');
  });

  test('the choice of the SDK or no SDK is separate, and holds in all languages and on other pages', async () => {
    const { page } = await come('/docs/en/reference/list-members');
    const group = page.locator('[data-variants=code]').first();
    const shown = () => group.locator('code:visible').textContent();
    expect(await shown()).toMatch(/^curl /);
    await group.getByRole('tab', { name: 'TypeScript' }).click();
    expect(await shown()).toContain('client.users.list()');
    await group.getByRole('tab', { name: 'Without SDK' }).click();
    expect(await shown()).toContain('await fetch(');
    await group.getByRole('tab', { name: 'Python' }).click();
    expect(await shown()).toContain('import os, requests');
    await page.goto(`${app().origin}/docs/en/reference/create-case`);
    expect(await shown()).toContain('requests.post(');
    await group.getByRole('tab', { name: 'Without SDK' }).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await shown()).toContain('client.cases.create(');
    await group.getByRole('tab', { name: 'TypeScript' }).click();
    expect(await shown()).toContain('await client.cases.create({');
  });
});

test('a chosen theme holds on the next page; without a choice the page follows the system', async () => {
  const { page } = await come(GUIDE);
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  expect(await isDark()).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await until('the theme of the system', isDark);
  await page.getByRole('button', { name: 'Light or dark' }).click();
  expect(await isDark()).toBe(false);
  await page.goto(`${app().origin}/docs/en/`);
  expect(await isDark()).toBe(false);
});

test('the link to the other language leads to the same page', async () => {
  const { page } = await come(GUIDE);
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/docs/de/guides/webhooks');
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('de');
});

test('the contents beside the page follow the reader', async () => {
  const { page } = await come(GUIDE);
  const current = page.locator('[data-contents] [aria-current]');
  expect(await current.count()).toBe(0);
  const links = page.locator('[data-contents] a');
  for (const at of [2, (await links.count()) - 1]) {
    await links.nth(at).click();
    const href = (await links.nth(at).getAttribute('href')) ?? '';
    await until('the mark', async () => (await current.getAttribute('href')) === href);
  }
});

describe('every anchor is in view when its address is opened directly', () => {
  const kinds = Map.groupBy(
    allPages().filter(({ language, contents }) => language === 'de' && contents.length > 1),
    ({ body }) => body.kind,
  );
  const examples = [...kinds.values()].flatMap((pages) =>
    pages.toSorted((a, b) => b.contents.length - a.contents.length).slice(0, 1),
  );

  test.each(examples.map(({ path, contents }) => [path, contents] as const))(
    '%s',
    async (path, contents) => {
      const some = [contents[1], contents[Math.floor(contents.length / 2)], contents.at(-2)];
      for (const heading of some) {
        const { page, context } = await come(`/docs/de/${path}#${heading?.id}`, { language: 'de' });
        const top = () =>
          page
            .locator(`[id="${heading?.id}"]`)
            .evaluate((place) => place.getBoundingClientRect().top);
        expect(await top()).toBeGreaterThan(56);
        expect(await top()).toBeLessThan(900);
        await context.close();
      }
    },
  );
});

test('the errors of every operation are folded, and open when a link leads to one of them', async () => {
  const { page } = await come('/docs/en/reference/list-members');
  const error = page.locator('#error-rate_limited');
  expect(await error.isVisible()).toBe(false);
  await page.evaluate(() => location.assign('#error-rate_limited'));
  await until('the error to be in view', async () => {
    const top = await error.evaluate((place) => place.getBoundingClientRect().top);
    return (await error.isVisible()) && top > 56 && top < 900;
  });
});

describe('without scripts', () => {
  test('a page is complete: it shows all variants of its code, and no button without an effect', async () => {
    const { page } = await come(GUIDE, { hasScripts: false });
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    const hidden = await page
      .locator('figure.code')
      .evaluateAll((blocks) => blocks.filter((block) => !block.checkVisibility()).length);
    expect(hidden).toBe(0);
    expect(await page.getByRole('button', { name: /Copy|Search|Light/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'View as Markdown' }).isVisible()).toBe(true);
  });

  test('the navigation opens on a narrow screen, and its links work', async () => {
    const { page } = await come(GUIDE, { hasScripts: false, width: 390 });
    const link = page.locator('#navigation').getByRole('link', { name: 'Idempotency' });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await link.click();
    await page.waitForURL('**/docs/en/guides/idempotency');
  });
});

test('an unknown address proposes similar pages, and has the search', async () => {
  const visitor = await come('/docs/en/first-request', { expects: /404/ });
  expect(await visitor.page.locator('h1').textContent()).toBe('There is no such page');
  const proposed = visitor.page.locator('[data-island=missing]');
  const link = proposed.getByRole('link', { name: 'First request', exact: true });
  expect(await link.getAttribute('href')).toBe('/docs/en/guides/first-request');
  expect(await visitor.violations()).toEqual([]);
  await visitor.page.keyboard.press('/');
  await visitor.page.getByRole('combobox').waitFor();
});

test('a page far down in the navigation is scrolled into view there', async () => {
  const visitor = await app().visit({ language: 'en' });
  const { page } = visitor;
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto(`${visitor.origin}/docs/en/operators`);
  await visitor.settled();
  const shown = await page.locator('#navigation [aria-current=page]').boundingBox();
  expect(shown?.y).toBeGreaterThan(56);
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThan(700);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a table of three columns fits on a narrow screen, and remains a table for screen readers', async () => {
  const { page } = await come('/docs/en/operators', { width: 390 });
  const row = page.getByRole('row', { name: /^PORT/ });
  const cells = row.getByRole('cell');
  expect(await cells.allInnerTexts()).toEqual(['PORT', '3000', 'port to listen on']);
  const fits = await page
    .locator('.table-frame.many')
    .evaluateAll((all) => all.map((each) => each.scrollWidth <= each.clientWidth));
  expect(fits.length).toBeGreaterThan(1);
  expect(fits).not.toContain(false);
});

test('a narrow page has its contents above it, folded, even without scripts', async () => {
  const visitor = await app().visit({ language: 'en', width: 390, hasScripts: false });
  const { page } = visitor;
  await page.goto(`${visitor.origin}/docs/en/guides/webhooks`);
  await page.locator('.narrow-contents summary').click();
  await page.locator('.narrow-contents').getByRole('link', { name: 'What arrives' }).click();
  await page.waitForURL('**#what-arrives');
});

test('the table of all errors says what its columns are', async () => {
  const { page } = await come('/docs/en/errors');
  const table = page.getByRole('table').first();
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    'Code',
    'Meaning',
    'Status',
    'Repeat it?',
  ]);
  await table.getByRole('link', { name: 'rate_limited' }).click();
  await page.waitForURL('**/errors#rate_limited');
});

test('on a telephone errors and actions fit, and the search names no keys', async () => {
  const visitor = await app().visit({ language: 'en', width: 390, hasTouch: true });
  const { page } = visitor;
  await page.goto(`${visitor.origin}/docs/en/errors`);
  const line = page.getByRole('row').filter({ hasText: 'rate_limited' });
  const box = await line.getByText('yes, later').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(390);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox').fill('member');
  await page.getByRole('option').first().waitFor();
  expect(await page.getByRole('dialog').getByRole('status').textContent()).toBe('');
  await page.goto(`${visitor.origin}/docs/de/changelog`);
  for (const action of await page.locator('.actions > *').all()) {
    expect((await action.boundingBox())?.height, await action.innerText()).toBeLessThan(30);
  }
});

test('over plain HTTP a page checks signatures and copies, without the browser functions that need HTTPS', async () => {
  const visitor = await app().visit({ language: 'en' });
  const context = await visitor.page
    .context()
    .browser()
    ?.newContext({ proxy: { server: await startProxy(app().api.port) } });
  const faults: string[] = [];
  context?.on('weberror', (error) => faults.push(String(error.error())));
  const page = await context?.newPage();
  if (!page) throw new Error('The browser has no page');
  await page.goto('http://team.example.com/docs/en/verify');
  expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator])).toEqual([
    false,
    false,
  ]);
  const [secret, body] = ['whsec_4fT9xQm2LrV7bKc1WnZ8sYd5HgJ3pEa6UtRi0oBvNqM', '{"id":"evt_1"}'];
  const header = signatureHeader(secret, body, Math.floor(Date.now() / 1000));
  await page.getByLabel('Secret of the endpoint', { exact: true }).fill(secret);
  await page.getByLabel('Header Svc-Signature').fill(header);
  await page.getByLabel('Body as it arrived').fill(body);
  await page.locator('.verdict').getByText('Genuine', { exact: true }).waitFor();
  await page.goto('http://team.example.com/docs/en/guides/first-request');
  await page.locator('[data-copy]').first().click();
  await page.locator('[data-copy]').first().getByText('Copied').waitFor();
  await context?.close();
  expect(faults).toEqual([]);
});

test('in a wide window all pages begin at one edge, with text of a readable width', async () => {
  const visitor = await app().visit({ language: 'en', width: 1920 });
  const { page } = visitor;
  const edges = new Set<number>();
  for (const path of [
    'guides/webhooks',
    'errors',
    'changelog',
    'verify',
    'operators',
    'reference/',
    'reference/list-members',
    'events/ping',
  ]) {
    await page.goto(`${visitor.origin}/docs/en/${path}`);
    const found = await page.locator('article').evaluate((article) => {
      const boxes = (what: string) =>
        [...article.querySelectorAll(what)]
          .map((part) => part.getBoundingClientRect())
          .filter(({ width }) => width > 0);
      const parts = '.opening > :is(h1, .lead), .prose > div > :is(p, figure, .table-frame)';
      return {
        edges: boxes(parts).map(({ left }) => Math.round(left)),
        widest: Math.max(...boxes('.prose p').map(({ width }) => width)),
      };
    });
    for (const edge of found.edges) edges.add(edge);
    // In the size of a text, about 75 characters.
    expect([path, found.widest <= 36 * 16]).toEqual([path, true]);
  }
  expect([...edges]).toHaveLength(1);
});
