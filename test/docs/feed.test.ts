import { describe, expect, test } from 'vitest';
import { changelogIn } from '../../src/docs/site/changelog.ts';
import type { Language } from '../../src/shared/language/language.ts';
import { useApp } from '../browser/harness/use-app.ts';

const app = useApp();

type Link = { rel: string; type: string; href: string };
type Part = {
  /** The names of all elements, in their order. */
  names: string[];
  id: string;
  title: string;
  updated: string;
  links: Link[];
};
type Feed = Part & {
  root: string;
  language: string;
  author: string;
  entries: (Part & { type: string; elements: number; addresses: string[]; text: string })[];
};

/** A browser parses XML strictly: a single wrong character, and there is no document. */
function readFeed(xml: string): Feed {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  const root = document.documentElement;
  if (document.querySelector('parsererror')) throw new Error(root.textContent ?? '');
  const partOf = (element: Element) => {
    const own = [...element.children];
    const textOf = (name: string) => own.find((one) => one.localName === name)?.textContent ?? '';
    return {
      names: own.map(({ localName }) => localName),
      id: textOf('id'),
      title: textOf('title'),
      updated: textOf('updated'),
      links: own
        .filter(({ localName }) => localName === 'link')
        .map((one) => ({
          rel: one.getAttribute('rel') ?? '',
          type: one.getAttribute('type') ?? '',
          href: one.getAttribute('href') ?? '',
        })),
    };
  };
  const entries = [...root.children].filter(({ localName }) => localName === 'entry');
  return {
    ...partOf(root),
    root: `${root.namespaceURI} ${root.localName}`,
    language: root.getAttribute('xml:lang') ?? '',
    author: root.querySelector('author > name')?.textContent ?? '',
    entries: entries.map((entry) => {
      const content = entry.querySelector('content');
      const html = new DOMParser().parseFromString(content?.textContent ?? '', 'text/html');
      return {
        ...partOf(entry),
        type: content?.getAttribute('type') ?? '',
        elements: content?.childElementCount ?? 0,
        addresses: [...html.querySelectorAll('a')].map((one) => one.getAttribute('href') ?? ''),
        text: html.body.textContent ?? '',
      };
    }),
  };
}

/** The versions of the changelog that have a day. */
function releasedIn(language: Language): string[] {
  return [...changelogIn(language).matchAll(/^## (\S+)\n\n(?:Am )?\d/gm)].map(
    ([, version = '']) => version,
  );
}

describe.each(['de', 'en'] as const)('the feed of the changelog in %s', (language) => {
  async function read() {
    const response = await fetch(`${app().origin}/docs/${language}/changelog.atom`);
    const { page } = await app().visit({ language });
    await page.goto(`${app().origin}/docs/${language}/changelog`);
    return { response, page, feed: await page.evaluate(readFeed, await response.text()) };
  }

  test('is linked from every page for feed readers, and on the changelog for people', async () => {
    const { page, response } = await read();
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const shown = page.locator('.actions a[href$=".atom"]');
    expect(await shown.getAttribute('href')).toBe(`/docs/${language}/changelog.atom`);
    for (const at of ['', 'guides/limits', 'reference/list-members']) {
      await page.goto(`${app().origin}/docs/${language}/${at}`);
      const offered = page.locator('link[rel=alternate][type="application/atom+xml"]');
      expect(await offered.getAttribute('href')).toBe(`/docs/${language}/changelog.atom`);
      expect(await offered.getAttribute('title')).toContain('Team API');
    }
    await page.context().close();
  });

  test('is valid: RFC 4287', async () => {
    const { feed, page } = await read();
    expect([feed.root, feed.language]).toEqual(['http://www.w3.org/2005/Atom feed', language]);
    expect(feed.author).not.toBe('');
    const origin = app().origin;
    const self = { rel: 'self', type: 'application/atom+xml' };
    const alternate = { rel: 'alternate', type: 'text/html' };
    const changelog = `${origin}/docs/${language}/changelog`;
    expect(feed.links).toEqual([
      { ...self, href: `${changelog}.atom` },
      { ...alternate, href: changelog },
    ]);
    const ids = [feed, ...feed.entries].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    for (const { id, updated, title, names, links } of [feed, ...feed.entries]) {
      expect(id).toMatch(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      expect(updated).toMatch(/^\d{4}-\d{2}-\d{2}T00:00:00Z$/);
      expect(Number.isNaN(Date.parse(updated))).toBe(false);
      expect(title).not.toBe('');
      for (const name of ['id', 'title', 'updated']) {
        expect(names.filter((one) => one === name)).toEqual([name]);
      }
      expect(links.filter(({ rel }) => rel === 'alternate')).toHaveLength(1);
    }
    expect(feed.updated).toBe(
      feed.entries
        .map(({ updated }) => updated)
        .toSorted()
        .at(-1),
    );
    await page.context().close();
  });

  test('has an entry for each release, with its day and with existing addresses of this installation', async () => {
    const { feed, page } = await read();
    expect(feed.entries.map(({ title }) => title)).toEqual(
      releasedIn(language).map((version) => `Version ${version}`),
    );
    for (const { type, elements, text, addresses, links } of feed.entries) {
      // HTML is in the feed as text, not as elements.
      expect([type, elements]).toEqual(['html', 0]);
      expect(text.length).toBeGreaterThan(40);
      const own = [...addresses, ...links.map(({ href }) => href)];
      for (const address of own) expect(address).toMatch(/^https?:\/\//);
      expect(own.filter((one) => one.startsWith('http://localhost:3000'))).toEqual([]);
    }
    const [
      {
        links: [link],
      } = { links: [] },
    ] = feed.entries;
    await page.goto(link?.href ?? '');
    const heading = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`);
    expect(await heading.textContent()).toBe(releasedIn(language)[0]);
    await page.context().close();
  });

  test('an entry keeps its id and its day for ever', async () => {
    const { feed, page } = await read();
    const existing = {
      de: 'urn:uuid:f33cbde1-303c-576b-bdf8-0c55ebe18159',
      en: 'urn:uuid:da44f274-7f93-5b43-a003-45a910ce5953',
    };
    const entry = feed.entries.find(({ title }) => title === 'Version 1.0.0');
    expect(entry).toMatchObject({ id: existing[language], updated: '2026-11-30T00:00:00Z' });
    await page.context().close();
  });
});
