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

/** The text of an open page, without code. Code may well contain `undefined`. */
function readPage() {
  const copy = document.body.cloneNode(true) as HTMLElement;
  for (const code of copy.querySelectorAll('pre, code')) code.remove();
  const current = document.querySelectorAll('#navigation [aria-current=page]');
  return {
    title: document.title,
    language: document.documentElement.lang,
    headings: [...document.querySelectorAll('h1')].map(({ textContent }) => textContent),
    current: [...current].map((link) => link.getAttribute('href')),
    text: copy.textContent,
  };
}

const isFirstOfKind = (page: Page) =>
  page ===
  pages.find(({ language, body }) => language === page.language && body.kind === page.body.kind);

/**
 * Axe checks the first page of a kind in both looks of one language, and half of the other pages in one look. The seed
 * draws the language, the half and the look, so that neighbours together cover all four (P780).
 */
function looksOf(page: Page, index: number) {
  const own = looks[page.language];
  if (looksAtAll) return own;
  if (isFirstOfKind(page)) return page.language === drawnLanguage() ? own : [];
  const look = drawnLook(index);
  return look?.language === page.language ? own.slice(look.way, look.way + 1) : [];
}

describe.each(['de', 'en'] as const)('every page of the documentation in %s', (language) => {
  /** A visitor whose pages all contain axe. */
  let looker: Visitor;
  let reader: Visitor;

  beforeAll(async () => {
    looker = await app().visit({ language });
    await looker.bringAxe();
    reader = await app().visit({ language });
  });

  afterEach(() => {
    looker.requireClean();
    reader.requireClean();
  });

  const own = pages.filter((page) => page.language === language);

  test.each(own.map((page, index) => [addressOf(page), page, index] as const))(
    '%s',
    { timeout: 60_000 },
    async (address, page, index) => {
      const ways = looksOf(page, index);
      const visitor = ways.length > 0 ? looker : reader;
      const { width, theme } = ways[0] ?? looks[language][1];
      // If the window already has the right size, the page is not drawn twice.
      await visitor.resize({ width, height: 900 });
      await visitor.page.emulateMedia({ colorScheme: theme });
      await visitor.page.goto(`${app().origin}${address}`);
      const { title, text, ...rest } = await visitor.page.evaluate(readPage);
      expect(title).toContain(language === 'de' ? 'Dokumentation' : 'documentation');
      expect(rest).toEqual({ language, headings: [page.title], current: [address] });
      expect(text).not.toMatch(/\bundefined\b|\bNaN\b|\[object|Invalid Date/);
      for (const { theme, width } of ways) {
        await visitor.show({ width, height: 900 }, theme);
        expect([theme, width, await visitor.violations()]).toEqual([theme, width, []]);
      }
      await visitor.resize({ width: 390, height: 900 });
      expect(await visitor.scrollsSideways()).toBe(false);
    },
  );
});
