import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pages as appPages } from '../../src/app/pages/registered.ts';
import { addressOf, fileOf } from '../../src/docs/page.ts';
import { allPages } from '../../src/docs/site/all-pages.ts';

const build = path.resolve(import.meta.dirname, '../../dist/docs');
const read = (name: string) => readFileSync(path.join(build, name), 'utf8');
const names = globSync('**/*.html', { cwd: build }).map((name) => name.replaceAll('\\', '/'));
const pages = allPages();

/** Addresses that other parts of the server answer. */
const elsewhere = [
  '/',
  '/app/',
  '/app/icon.svg',
  '/app/api-keys?new=webhooks',
  ...appPages.map((page) => `/app${page.path}`),
  '/api/public/v1/openapi.v1.json',
  '/llms.txt',
];
/** Foreign pages that a text may link to. */
const outside = /^https:\/\/(www\.)?(rfc-editor\.org|npmjs\.com|postman\.com|github\.com)\//;

type Built = { ids: string[]; links: string[] };

const built = new Map<string, Built>(
  names.map((name) => {
    const html = read(name).replaceAll(/<script>[\s\S]*?<\/script>/g, '');
    const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found);
    const links = all(/(?:href|src|data-copy-page|data-search)="([^"]*)"/g);
    return [
      name,
      { ids: all(/\sid="([^"]*)"/g), links: links.map((link) => link.replaceAll('&amp;', '&')) },
    ];
  }),
);

/** The file that the server sends for an address below /docs. */
function fileAt(address: string): string | undefined {
  const name = address.slice('/docs/'.length);
  const page = name.endsWith('/') ? `${name}index.html` : `${name}.html`;
  return [page, name].find((each) => existsSync(path.join(build, each)) && !each.endsWith('/'));
}

/** What is wrong with a link. */
function faultOf(from: string, link: string): string | undefined {
  const [address = '', anchor] = link.split('#', 2);
  if (link.startsWith('#')) {
    return built.get(from)?.ids.includes(decodeURIComponent(anchor ?? '')) ? undefined : link;
  }
  if (elsewhere.includes(address) || outside.test(link)) return undefined;
  const file = address.startsWith('/docs/') ? fileAt(address) : undefined;
  if (file === undefined) return link;
  if (anchor === undefined) return undefined;
  return built.get(file)?.ids.includes(decodeURIComponent(anchor)) ? undefined : link;
}

test('every page has its files, and every file belongs to a page', () => {
  const expected = pages.map((page) => fileOf(page, 'html'));
  expect(names.toSorted()).toEqual([...expected, 'de/404.html', 'en/404.html'].toSorted());
  for (const page of pages) {
    expect(read(fileOf(page, 'md'))).toMatch(/^# /);
  }
});

test('each page exists in both languages, at the same place', () => {
  const placesIn = (language: string) =>
    pages
      .filter((page) => page.language === language)
      .map(({ path: place, group }) => `${group} ${place}`);
  expect(placesIn('de')).toEqual(placesIn('en'));
});

test.each(pages.map((page) => [addressOf(page), page] as const))(
  '%s has its language, its title and its place in the navigation, and no value is missing',
  (address, page) => {
    const html = read(fileOf(page, 'html'));
    const without = (names: string) =>
      html.replaceAll(new RegExp(`<(${names})\\b[\\s\\S]*?</\\1>`, 'g'), '');
    const text = without('script|style|pre|code');
    const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
    expect(all(/<html [^>]*\blang="([^"]*)"/g)).toEqual([page.language]);
    expect(all(/<title>([^<]*)/g).join()).toContain(
      page.language === 'de' ? 'Dokumentation' : 'documentation',
    );
    const headings = without('script').match(/<h1>[\s\S]*?<\/h1>/g) ?? [];
    expect(
      headings.map((heading) => heading.replaceAll('&#x27;', "'").replaceAll('&amp;', '&')),
    ).toEqual([`<h1>${page.title}</h1>`]);
    const current = all(/<a aria-current="page"[^>]*\bhref="([^"]*)"/g);
    expect([...new Set(current)]).toEqual([address]);
    // Code may well contain these words.
    expect(text).not.toMatch(/\bundefined\b|\bNaN\b|\[object|Invalid Date/);
  },
);

test.each(names)('%s: links lead to pages and anchors that exist', (name) => {
  const wrong = built.get(name)?.links.flatMap((link) => faultOf(name, link) ?? []);
  expect([...new Set(wrong)]).toEqual([]);
});

test.each(names)('%s: each anchor occurs once', (name) => {
  const { ids = [] } = built.get(name) ?? {};
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('the targets of contents and search exist', () => {
  const wrong = pages.flatMap((page) => {
    const anchors = [
      ...page.contents.map(({ id }) => id),
      ...page.entries.flatMap(({ anchor }) => anchor ?? []),
    ];
    const { ids = [] } = built.get(fileOf(page, 'html')) ?? {};
    return anchors.filter((id) => !ids.includes(id)).map((id) => `${addressOf(page)}#${id}`);
  });
  expect(wrong).toEqual([]);
});

test('links in the Markdown lead to existing Markdown', () => {
  const wrong = pages.flatMap((page) => {
    const text = page.markdown.replaceAll(/^```[\s\S]*?^```$/gm, '');
    return [...text.matchAll(/\]\((\/docs\/[^)#\s]*)/g)]
      .map(([, to = '']) => to)
      .filter((to) => !existsSync(path.join(build, to.slice('/docs/'.length))) || to.endsWith('/'))
      .map((to) => `${addressOf(page)}.md leads to ${to}`);
  });
  expect([...new Set(wrong)]).toEqual([]);
});

describe('what the browser loads', () => {
  type Part = { file: string; imports?: string[]; isEntry?: boolean; css?: string[] };
  const manifest = JSON.parse(read('.manifest.json')) as Record<string, Part>;
  const scripts = Object.values(manifest).filter(({ file }) => file.endsWith('.js'));
  const gzipped = (file: string) => statSync(path.join(build, `${file}.gz`)).size;

  test('is less than 15 kB of JavaScript and style at first, gzipped', () => {
    const entry = scripts.find(({ isEntry }) => isEntry);
    const first = [
      entry?.file ?? '',
      ...(entry?.imports ?? []).map((name) => manifest[name]?.file ?? ''),
    ];
    const size = first.reduce((sum, file) => sum + gzipped(file), 0);
    expect(size).toBeGreaterThan(1_000);
    expect(size).toBeLessThan(15_000);
    expect(gzipped(entry?.css?.[0] ?? '')).toBeLessThan(15_000);
  });

  test('is less than 120 kB with everything that is loaded later', () => {
    expect(scripts.reduce((sum, { file }) => sum + gzipped(file), 0)).toBeLessThan(120_000);
  });

  test('is one script and one style sheet of our own on each page', () => {
    for (const [name, { links }] of built) {
      const loaded = links.filter((link) => /\.(js|css)$/.test(link));
      expect([name, loaded.length]).toEqual([name, 2]);
    }
  });

  test('is less than 40 kB of HTML, gzipped, for a page that is no handbook', () => {
    const large = names.filter((name) => !name.includes('operators') && gzipped(name) > 40_000);
    expect(large).toEqual([]);
  });
});
