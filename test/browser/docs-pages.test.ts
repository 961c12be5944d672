import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { addressOf, type Page } from '../../src/docs/page.ts';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { languages } from '../../src/shared/language.ts';
import { runs } from '../harness/rounds.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
const pages = allPages();

/** So each language has both widths and both themes, and each width both themes. */
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

/** What an open page says. Its text is without code, which may well say `undefined`. */
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

/** Axe looks at the first page of a kind in all ways of its language, at each other page in one. */
function looksOf(page: Page, at: number) {
  const own = looks[page.language];
  return isFirstOfKind(page) ? own : [own[at % 2] ?? own[0]];
}

const IN_EACH_LANGUAGE = runs({ few: 0, all: 1 }) === 1;

/**
 * Colours and sizes of a page are the same in both languages: axe looks at them in one, which the seed
 * draws, and in all four ways of `looks` among neighbours. `npm run chaos` looks in each language.
 */
function isLookedAt(page: Page, at: number): boolean {
  const drawn = languages[(inject('seed') + Math.floor(at / 2)) % languages.length];
  return IN_EACH_LANGUAGE || isFirstOfKind(page) || page.language === drawn;
}

describe.each(['de', 'en'] as const)('every page of the documentation in %s', (language) => {
  let visitor: Visitor;

  beforeAll(async () => {
    visitor = await app().visit({ language });
    await visitor.bringAxe();
  });

  afterEach(() => visitor.requireClean());

  const own = pages.filter((page) => page.language === language);

  test.each(own.map((page, at) => [addressOf(page), page, at] as const))(
    '%s',
    { timeout: 60_000 },
    async (address, page, at) => {
      const [first, ...more] = looksOf(page, at);
      // A page that is opened as it is looked at need not be drawn twice.
      await visitor.resize({ width: first.width, height: 900 });
      await visitor.page.emulateMedia({ colorScheme: first.theme });
      await visitor.page.goto(`${app().origin}${address}`);
      const { title, text, ...rest } = await visitor.page.evaluate(readPage);
      expect(title).toContain(language === 'de' ? 'Dokumentation' : 'documentation');
      expect(rest).toEqual({ language, headings: [page.title], current: [address] });
      expect(text).not.toMatch(/\bundefined\b|\bNaN\b|\[object|Invalid Date/);
      const atLook = isLookedAt(page, at);
      for (const { theme, width } of [first, ...more]) {
        await visitor.show({ width, height: 900 }, theme);
        expect([theme, width, await visitor.violations({ atLook })]).toEqual([theme, width, []]);
      }
      await visitor.resize({ width: 390, height: 900 });
      expect(await visitor.scrollsSideways()).toBe(false);
    },
  );
});
