import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileOf } from '../../src/docs/page.ts';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { isForOperators } from '../../src/docs/site/sections.ts';

const build = path.resolve(import.meta.dirname, '../../dist/docs');
const read = (name: string) => readFileSync(path.join(build, name), 'utf8');
const pages = allPages();
const handbook = pages.filter(isForOperators);

const linksIn = (html: string) =>
  [...html.matchAll(/href="(\/docs\/[^"#]*)/g)].map(([, to = '']) => to);
const isOfHandbook = (address: string) => /^\/docs\/(de|en)\/operators(?:[/.]|$)/.test(address);

describe('the handbook for operators is a section of its own', () => {
  test('no page for customers links to it, neither in its text nor in its navigation, in HTML and Markdown', () => {
    const customers = pages.filter((page) => !isForOperators(page));
    const leading = customers.flatMap((page) => {
      const html = linksIn(read(fileOf(page, 'html'))).filter(isOfHandbook);
      const text = /\/operators\b/.test(page.markdown) ? ['in the Markdown'] : [];
      return [...html, ...text].map((link) => `${fileOf(page, 'html')}: ${link}`);
    });
    expect(leading).toEqual([]);
    expect(
      ['de/404.html', 'en/404.html'].flatMap((name) => linksIn(read(name))),
    ).not.toContainEqual(expect.stringContaining('operators'));
    expect(read('llms.txt')).not.toContain('operators');
  });

  test("the customers' search finds nothing of the handbook, and the search of the handbook finds nothing else", () => {
    for (const name of globSync('assets/search-*.json', { cwd: build })) {
      const entries = JSON.parse(read(name)) as { path: string }[];
      const isItsOwn = name.includes('search-operators-');
      const others = entries.filter((one) => one.path.startsWith('operators') !== isItsOwn);
      expect([name, entries.length > 20, others]).toEqual([name, true, []]);
    }
  });

  test.each(handbook.map((page) => [fileOf(page, 'html'), page] as const))(
    '%s: the navigation has the handbook, a link back, and nothing else of the customers',
    (name, page) => {
      const html = read(name);
      const [, navigation = ''] =
        /<nav [^>]*id="navigation"[^>]*>([\s\S]*?)<\/nav>/.exec(html) ?? [];
      const own = handbook.filter(({ language }) => language === page.language);
      expect(linksIn(navigation)).toEqual([
        `/docs/${page.language}/`,
        ...own.map((one) => `/docs/${page.language}/${one.path}`),
      ]);
      expect(html).toContain(`data-search="/docs/assets/search-operators-${page.language}-`);
      expect(html).toContain('content="noindex"');
    },
  );
});
