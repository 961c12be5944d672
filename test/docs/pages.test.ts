import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, type Page } from '../../src/docs/page.ts';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { drawnLanguage, drawnLook, looksAtAll } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';

const app = useApp();
const pages = allPages();

/** Each language is seen in both widths and both themes, and each width in both themes. */
const looks = {
  de: [
    { theme: 'light', width: 1440 },
    { theme: 'dark', width: 390 },
  ],
  en: [
    { theme: 'dark', width: 1440 },
    { theme: 'light', width: 390 },
  ],
} as const;

const isFirstOfKind = (page: Page) =>
  page ===
  pages.find(({ language, body }) => language === page.language && body.kind === page.body.kind);

/**
 * A run opens the first page of a kind in both looks of one language, and half of the other pages in one look. The seed
 * draws the language, the half and the look, so that neighbours together cover all four. `site-files.test.ts`
 * reads all pages.
 */
function looksOf(page: Page, index: number) {
  const own = looks[page.language];
  if (looksAtAll) return own;
  if (isFirstOfKind(page)) return page.language === drawnLanguage() ? own : [];
  const look = drawnLook(index);
  return look?.language === page.language ? own.slice(look.way, look.way + 1) : [];
}

describe.each(['de', 'en'] as const)('every page of the documentation in %s', (language) => {
  let visitor: Visitor;

  beforeAll(async () => {
    visitor = await app().visit({ language });
    await visitor.bringAxe();
  });

  afterEach(() => visitor.requireClean());

  const opened = pages
    .filter((page) => page.language === language)
    .map((page, index) => [addressOf(page), looksOf(page, index)] as const)
    .filter(([, ways]) => ways.length > 0);

  test.each(opened)('%s', { timeout: 60_000 }, async (address, ways) => {
    const [{ width, theme } = looks[language][1]] = ways;
    // If the window already has the right size, the page is not drawn twice.
    await visitor.resize({ width, height: 900 });
    await visitor.page.emulateMedia({ colorScheme: theme });
    await visitor.page.goto(`${app().origin}${address}`);
    for (const { theme, width } of ways) {
      await visitor.show({ width, height: 900 }, theme);
      expect([theme, width, await visitor.violations()]).toEqual([theme, width, []]);
    }
    await visitor.resize({ width: 390, height: 900 });
    expect(await visitor.scrollsSideways()).toBe(false);
  });
});

test('what is folded has the chevron of the house, and no triangle of the browser', async () => {
  const { page } = await app().visit({ language: 'en', width: 390 });
  await page.goto(`${app().origin}/docs/en/reference/create-case`);
  const looks = () =>
    page.locator('summary').evaluateAll((all) =>
      all.map((one) => {
        const [own, before] = [getComputedStyle(one), getComputedStyle(one, '::before')];
        const icon = one.querySelector('.chevron');
        return [own.listStyleType, icon ? 'icon' : before.content === '""' ? 'drawn' : 'none'];
      }),
    );
  for (const [marker, chevron] of await looks()) {
    expect([marker, chevron]).toEqual(['none', expect.stringMatching(/icon|drawn/)]);
  }
  const turned = () =>
    page.locator('.sender > summary').evaluate((one) => getComputedStyle(one, '::before').rotate);
  expect(await turned()).toBe('45deg');
  await page.locator('.sender > summary').click();
  expect(await turned()).toBe('135deg');
});
