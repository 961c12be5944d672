import { describe, expect, test } from 'vitest';
import { type Entry, finderOf } from '../../src/docs/browser/search/find.ts';
import { nearestEntries } from '../../src/docs/browser/search/nearest.ts';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { answerRows } from '../../src/docs/site/search-answer-rows.ts';
import { answersIn } from '../../src/docs/site/search-answers.ts';
import { entriesOf } from '../../src/docs/site/search-words.ts';
import { isForOperators } from '../../src/docs/site/sections.ts';
import { type Language, languages } from '../../src/shared/language/language.ts';

const pages = allPages().filter((page) => !isForOperators(page));

function entriesIn(language: Language): Entry[] {
  const own = pages.filter((page) => page.language === language);
  const found = own.flatMap((page) =>
    entriesOf(page).map((one): Entry => ({ path: page.path, page: page.title, ...one })),
  );
  return [...found, ...answersIn(language, pages)];
}

const plain = (text: string) => text.replaceAll('`', '').replaceAll(/\s+/g, ' ');

describe.each(languages)('the short answers of the search in %s', (language) => {
  const entries = entriesIn(language);
  const find = finderOf(entries);
  const rows = answerRows.map(({ at, [language]: { queries, ...row } }) => ({
    ...row,
    at,
    queries: queries.split(', '),
  }));
  /** The heading of the English page at the same place. */
  const english = ({ path, anchor }: Entry) => {
    if (anchor === undefined) return path;
    const contentsIn = (one: Language) =>
      pages.find((page) => page.language === one && page.path === path)?.contents ?? [];
    const index = contentsIn(language).findIndex(({ id }) => id === anchor);
    return `${path}#${contentsIn('en')[index]?.id}`;
  };

  test.each(rows.flatMap((row) => row.queries.map((queries) => [queries, row] as const)))(
    '%s finds its answer first',
    (query, { title, text, at }) => {
      const [first] = find(query);
      expect({ ...first, place: first && english(first) }).toMatchObject({
        title,
        text,
        place: at,
      });
    },
  );

  test('no question finds an address twice', () => {
    for (const query of rows.flatMap((row) => row.queries)) {
      const found = find(query).map(({ file, path, anchor }) => file ?? `${path}#${anchor}`);
      expect([query, ...found]).toEqual([query, ...new Set(found)]);
    }
  });

  test('no two rows answer the same words, and each row has one answer that fits its place', () => {
    const queries = rows.flatMap((row) => row.queries);
    expect(queries.filter((one, index) => queries.indexOf(one) !== index)).toEqual([]);
    for (const { text } of rows) expect(text.length).toBeLessThan(280);
  });

  test.each(rows)('the page "$title" contains each sentence of the answer', ({ at, text }) => {
    const [path] = at.split('#');
    const page = pages.find((one) => one.language === language && one.path === path);
    // A line of the page's text may end anywhere.
    const pageText = plain([page?.lead, ...(page?.entries ?? []).map((one) => one.text)].join(' '));
    for (const sentence of text.split(/(?<=[.?]) (?=[A-ZÄÖÜ])/)) {
      expect(pageText).toContain(plain(sentence).replace(/\.$/, ''));
    }
  });

  test('a missing target is noticed: each page, and each part of a page', () => {
    for (const { at } of rows) {
      const [path, anchor] = at.split('#');
      const without = pages.filter((page) => page.path !== path);
      expect(() => answersIn(language, without)).toThrow(/which is not there/);
      if (anchor === undefined) continue;
      const renamed = pages.map((page) =>
        page.path === path ? { ...page, contents: [], entries: [] } : page,
      );
      expect(() => answersIn(language, renamed)).toThrow(/which is not there/);
    }
  });

  test('no short answer is proposed for an unknown address', () => {
    const queries = ['sandbox', 'utc', 'graphql'];
    const proposed = queries.flatMap((one) => nearestEntries(one, entries));
    expect(proposed.filter((entry) => entry.queries)).toEqual([]);
  });
});

test.each([
  ['de', 'changelog', 'changelog'],
  ['de', 'versionshinweise', 'changelog'],
  ['de', 'neuigkeiten', 'changelog'],
  ['de', 'änderungen', 'changelog'],
  ['de', 'was ist neu', 'changelog'],
  ['de', 'schlüsselwechsel', 'guides/authentication'],
  ['de', 'anfragelimit', 'guides/limits'],
  ['de', 'dsgvo', 'guides/privacy'],
  ['en', 'changelog', 'changelog'],
  ['en', 'gdpr delete', 'guides/privacy'],
  ['en', 'audit log', 'guides/authentication'],
  ['en', 'dpa', 'guides/privacy'],
  ['en', 'data export', 'guides/lists-and-sync'],
  ['en', 'total count', 'guides/lists-and-sync'],
  ['en', 'bulk', 'guides/limits'],
  ['en', 'delete user data', 'guides/privacy'],
  ['en', 'ip allowlist', 'guides/authentication'],
  ['en', 'support', 'guides/first-request'],
  ['en', 'zapier', 'guides/webhooks'],
  ['en', 'C#', 'guides/sdk'],
  ['en', '.NET', 'guides/sdk'],
  ['en', 'go', 'guides/sdk'],
] as const)('%s: %s finds %s first', (language, query, path) => {
  expect(finderOf(entriesIn(language))(query)[0]?.path).toBe(path);
});

test('in a longer question, a word such as "go" does not mean the language', () => {
  const [first] = finderOf(entriesIn('en'))('before you go live');
  expect([first?.path, first?.anchor]).toEqual(['guides/webhooks', 'before-you-go-live']);
});

test.each(['openapi', 'spec', 'yaml'])('%s finds the file itself first', (query) => {
  for (const language of languages) {
    const [first] = finderOf(entriesIn(language))(query);
    expect(first?.file).toBe('/api/public/v1/openapi.v1.json');
  }
});

test('an answer is found among other words, and by the first letters of a word', () => {
  const find = finderOf(entriesIn('en'));
  expect(find('is there an SDK for ruby')[0]?.title).toBe('A client for your language');
  expect(find('how do I do secret rotation')[0]?.title).toBe('Renew the secret of a webhook');
  expect(
    find('sandb')
      .slice(0, 3)
      .map(({ title }) => title),
  ).toContain('Make a sandbox');
});

test('a typed path or code comes before an answer', () => {
  const [first] = finderOf(entriesIn('en'))('unavailable');
  expect([first?.path, first?.anchor]).toEqual(['errors', 'unavailable']);
});
