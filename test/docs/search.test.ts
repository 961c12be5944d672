import { describe, expect, test } from 'vitest';
import { type Entry, finderOf } from '../../src/docs/browser/search/find.ts';
import { excerptOf, isFoundBy } from '../../src/docs/browser/search/marks.ts';
import { nearestEntries, nearestPaths } from '../../src/docs/browser/search/nearest.ts';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { entriesOf, searchWords } from '../../src/docs/site/search-words.ts';
import { isForOperators } from '../../src/docs/site/sections.ts';
import { errorCatalogue } from '../../src/shared/errors/errors.ts';
import type { Language } from '../../src/shared/language/language.ts';

const entry = (path: string, title: string, text: string, anchor?: string): Entry => ({
  path,
  page: title,
  title,
  text,
  ...(anchor ? { anchor } : {}),
});

const entries = [
  entry('guides/a', 'Schlüssel prüfen', 'Die Größe des Körpers zählt. Straße'),
  entry('reference/change-user', 'Change a member', 'PATCH /users/{member_id} with role', 'x'),
  entry('errors', 'last_admin', 'The change would leave the team without an active admin.', 'y'),
  entry('events/t', 'training.completed', 'A training session ended. next_cursor is null'),
  entry('guides/b', 'Limits', 'RateLimit-Remaining tells what is left; retries, users'),
];
const find = finderOf(entries);
const paths = (query: string) => find(query).map(({ path }) => path);

test.each([
  ['Schlüssel', 'guides/a'],
  ['schluessel', 'guides/a'],
  ['groesse', 'guides/a'],
  ['STRASSE', 'guides/a'],
  ['koerper', 'guides/a'],
  ['/users/{member_id}', 'reference/change-user'],
  ['member_id', 'reference/change-user'],
  ['PATCH users', 'reference/change-user'],
  ['last_admin', 'errors'],
  ['last admin', 'errors'],
  ['training.completed', 'events/t'],
  ['next_curs', 'events/t'],
  ['ratelimit-remaining', 'guides/b'],
  ['trainning', 'events/t'],
])('%s finds %s first', (query, path) => {
  expect(paths(query)[0]).toBe(path);
});

test('all words are required; if nothing has all, entries with some of them are shown', () => {
  expect(paths('member role')).toEqual(['reference/change-user']);
  expect(paths('role cursor').toSorted()).toEqual(['events/t', 'reference/change-user']);
  expect(paths('nothinglikeit')).toEqual([]);
});

test('text comes before code samples, and what only a sample contains is found too', () => {
  const withCode = [
    { ...entry('guides/sample', 'A', 'Lists.'), code: 'from datetime import timezone' },
    entry('guides/text', 'B', `The timezone of the team. ${'More of it. '.repeat(20)}`),
  ];
  const found = (query: string) => finderOf(withCode)(query).map(({ path }) => path);
  expect(found('timezone')).toEqual(['guides/text', 'guides/sample']);
  expect(found('datetime')).toEqual(['guides/sample']);
});

test('the excerpt is the text around the question, or around its first word', () => {
  const text = `${'before '.repeat(50)}the next_cursor is null ${'after '.repeat(50)}`;
  const isFound = isFoundBy('cursor', ['cursor']);
  expect(excerptOf(text, 'cursor', isFound)).toMatch(/^… before .*next_cursor is null after .* …$/);
  expect(excerptOf('short', 'nothing', () => false)).toBe('short');
  const codes = `invalid_cursor: ${'before '.repeat(50)}cursor_expired: after`;
  expect(excerptOf(codes, 'cursor_expired', isFound)).toMatch(/^… before .*cursor_expired: after$/);
});

test.each([
  // The words of the question, also with a prefix or a typing error.
  ['how do I change an action', 'Change change'],
  ['how is a traning session ended', 'training.completed training session ended.'],
  ['next_cursor', 'next_cursor'],
  ['memb', 'member /users/{member_id}'],
  ['schluessel und koerper', 'Schlüssel Körpers'],
  ['Wie ist die Größe', 'Größe'],
  // Nothing that only begins like a short word or one of every sentence.
  ['ac', ''],
  ['is a', ''],
])('%s marks what was found, and no word that every question has: %s', (query, marks) => {
  const marked = find(query).flatMap(({ title, text, terms }) => {
    const isFound = isFoundBy(query, terms);
    return `${title} ${text}`.split(' ').filter(isFound);
  });
  expect([...new Set(marked)].join(' ')).toBe(marks);
});

describe('the search of the documentation', () => {
  const pages = allPages();
  const all = (language: Language) =>
    pages
      .filter((page) => page.language === language && !isForOperators(page))
      .flatMap((page) =>
        entriesOf(page).map((one): Entry => ({ ...page, page: page.title, ...one })),
      );
  const finders = { de: finderOf(all('de')), en: finderOf(all('en')) };
  const placesOf = (language: Language, query: string) =>
    finders[language](query).map(({ path, anchor }) => (anchor ? `${path}#${anchor}` : path));

  test.each([
    ['en', 'authentication', 'guides/authentication'],
    ['en', 'auth', 'guides/authentication'],
    ['en', 'bearer', 'guides/authentication'],
    ['en', 'api key', 'guides/authentication'],
    ['en', 'pagination', 'guides/lists-and-sync'],
    ['en', 'paging', 'guides/lists-and-sync'],
    ['en', 'SDK', 'guides/sdk'],
    ['en', 'GDPR', 'guides/privacy'],
    ['en', 'sandbox', 'guides/sandbox'],
    ['en', 'test mode', 'guides/first-request'],
    ['en', 'rate limit', 'guides/limits'],
    ['en', 'rate_limited', 'guides/limits'],
    ['en', 'rate_limited', 'errors'],
    ['en', 'overview', ''],
    ['en', 'error codes', 'errors'],
    ['de', 'Authentifizierung', 'guides/authentication'],
    ['de', 'API-Schlüssel', 'guides/authentication'],
    ['de', 'Paginierung', 'guides/lists-and-sync'],
    ['de', 'seitenweise', 'guides/lists-and-sync'],
    ['de', 'Ratenbegrenzung', 'guides/limits'],
    ['de', 'DSGVO', 'guides/privacy'],
    ['de', 'Testmodus', 'guides/first-request'],
    ['de', 'SDK', 'guides/sdk'],
    ['de', 'Ueberblick', ''],
  ] as const)('%s: %s finds %s among the first three', (language, query, path) => {
    const first = finders[language](query).slice(0, 3);
    expect(first.map((entry) => entry.path)).toContain(path);
  });

  test.each([
    ['en', 'ConflictError', 'errors#conflict'],
    ['en', 'SeatLimitReachedError', 'guides/sdk#errors'],
    ['de', 'ConflictError', 'guides/sdk#fehler'],
    ['en', 'WebhookError', 'guides/sdk'],
    ['en', 'changesOnly', 'guides/sdk'],
    ['de', 'onRefused', 'guides/sdk'],
    ['en', 'sync', 'guides/lists-and-sync#keep-a-copy-up-to-date'],
    ['de', 'sync', 'guides/lists-and-sync#eine-kopie-aktuell-halten'],
    ['en', 'timezone', 'guides/lists-and-sync#times-and-time-zones'],
    ['de', 'Zeitzone', 'guides/lists-and-sync#zeiten-und-zeitzonen'],
  ] as const)('%s: %s finds %s among the first three', (language, query, place) => {
    const paths = placesOf(language, query)
      .slice(0, 3)
      .map((each) => (place.includes('#') ? each : each.split('#', 1)[0]));
    expect(paths).toContain(place);
  });

  test("a piece of an event's name finds the guides first, and the whole name finds the event first", () => {
    const [page, part] = placesOf('en', 'sync');
    expect([page, part]).toEqual([
      'guides/lists-and-sync',
      'guides/lists-and-sync#keep-a-copy-up-to-date',
    ]);
    for (const query of ['crm.sync.failed', 'crm sync failed']) {
      expect(placesOf('en', query)[0]).toBe('events/crm.sync.failed');
    }
  });

  test.each(['de', 'en'] as const)(
    '%s: the code of an error finds the page of errors, and this code there, first',
    (language) => {
      const codes = Object.keys(errorCatalogue).map((code) => [code, `errors#${code}`]);
      const within = ['invalid_cursor', 'cursor_expired', 'unrecognized_key'];
      const wanted = [...codes, ...within.map((code) => [code, 'errors#problem-errors-code'])];
      expect(wanted.map(([code = '']) => [code, placesOf(language, code)[0]])).toEqual(wanted);
    },
  );

  test('a page is found in at most four parts, so that other pages are found too', () => {
    for (const query of ['sync', 'client', 'error', 'cursor']) {
      const parts = Map.groupBy(finders.en(query), ({ path }) => path);
      expect(Math.max(...[...parts.values()].map((each) => each.length))).toBeLessThan(5);
      expect(parts.size).toBeGreaterThan(6);
    }
  });

  test('knows other words only for existing pages', () => {
    for (const [language, words] of Object.entries(searchWords)) {
      const places = all(language as Language).map(({ path, anchor }) =>
        anchor ? `${path}#${anchor}` : path,
      );
      expect(places).toEqual(expect.arrayContaining(Object.keys(words)));
    }
  });

  test.each([
    ['GET /users', 'reference/list-members'],
    ['get  /users/', 'reference/list-members'],
    ['/webhook-endpoints/{id}/test', 'reference/test-webhook-endpoint'],
    ['PATCH /api/public/v1/users/:member_id', 'reference/change-member-role'],
    ['/trainings/trn_01m7q2ahtp8r2z71ktbhzazwh0/evaluation', 'reference/get-evaluation'],
  ])('%s finds the operation of this path first', (query, place) => {
    expect(placesOf('en', query)[0]).toBe(place);
  });

  test('all operations of a path come before everything else', () => {
    const routes = finders.en('/users').map(({ route }) => route);
    expect(routes.slice(0, 2).toSorted()).toEqual(['GET /users', 'POST /users']);
  });

  test.each([
    ['en', 'first-request', 'guides/first-request'],
    ['en', 'guides/webhook', 'guides/webhooks'],
    ['en', 'api-reference', 'reference/'],
    ['en', 'reference/get-members', 'reference/get-member'],
    ['en', 'events/training_completed.html', 'events/training.completed'],
    ['en', 'quickstart', 'guides/first-request'],
    ['en', 'errors/rate_limited', 'errors#rate_limited'],
    ['en', 'Guides/Idempotence/', 'guides/idempotency'],
    ['de', 'erste-anfrage', 'guides/first-request'],
    ['de', 'fehler', 'errors'],
    ['de', 'authentifizierung.md', 'guides/authentication'],
  ] as const)('%s: for %s, %s is proposed first', (language, query, place) => {
    const [first] = nearestEntries(query, all(language));
    expect(first && [first.path, first.anchor].filter(Boolean).join('#')).toBe(place);
  });

  test('each page is proposed for its name without the folder, or with a letter missing', () => {
    const paths = pages.filter(({ language }) => language === 'en').map((page) => page.path);
    for (const path of paths.filter((each) => each !== '')) {
      const name = path.replace(/\/$/, '').split('/').at(-1) ?? '';
      expect(nearestPaths(name, paths)[0]).toBe(path);
      // A short name with a missing letter is too little to go by.
      if (name.length < 6) continue;
      const typed = `${name.slice(0, 2)}${name.slice(3)}`;
      expect([path, nearestPaths(typed, paths).slice(0, 3)]).toEqual([
        path,
        expect.arrayContaining([path]),
      ]);
    }
    expect(nearestPaths('', paths)).toEqual([]);
    expect(nearestPaths('xylophone', paths)).toEqual([]);
  });

  test.each(['retry', 'next_try_at', 'status', 'id'])('%s: a page is found once', (query) => {
    const own = finders.en(query).map(({ path }) => path);
    const pagesOfReference = own.filter((path) => path.startsWith('reference/'));
    expect(pagesOfReference).toEqual([...new Set(pagesOfReference)]);
  });

  test.each([
    ['python', 'guides/lists-and-sync'],
    ['python', 'guides/webhooks'],
    ['go', 'guides/webhooks'],
    ['php', 'guides/webhooks'],
  ])('%s finds the code of %s', (query, path) => {
    expect(finders.en(query).map((entry) => entry.path)).toContain(path);
  });
});
