import { expect, test } from 'vitest';
import { attentionItems } from '../../src/app/pages/overview/attention-items.ts';
import { overviewTexts } from '../../src/app/pages/overview/texts.ts';
import { loggedText, relativeText } from '../../src/app/text/formats.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { daysLeft, figureWords } from '../../src/shared/web/figures.ts';

const now = Date.UTC(2026, 10, 23, 9, 30);

test.each([
  [DAY_MS + HOUR_MS, 'in 2 Tagen', 'in 2 days'],
  [4 * DAY_MS + HOUR_MS, 'in 5 Tagen', 'in 5 days'],
  [5 * DAY_MS, 'in 5 Tagen', 'in 5 days'],
  [7 * DAY_MS - HOUR_MS, 'in 7 Tagen', 'in 7 days'],
  [29.5 * DAY_MS, 'in 30 Tagen', 'in 30 days'],
])('in %i ms: the app names as many days as the mail', (ms, german, english) => {
  const until = new Date(now + ms);
  expect([relativeText(until, now, 'de'), relativeText(until, now, 'en')]).toEqual([
    german,
    english,
  ]);
  expect(figureWords.de.daysLeft(daysLeft(until, now))).toBe(german);
});

test('the app counts what has passed, and calls nothing "yesterday" that was on the day before', () => {
  expect(relativeText(new Date(now - 35 * HOUR_MS), now, 'de')).toBe('vor 1 Tag');
  expect(relativeText(new Date(now - 13 * DAY_MS), now, 'en')).toBe('1 week ago');
  expect(relativeText(new Date(now - 20_000), now, 'de')).toBe('jetzt');
});

test('the app shows the last day in hours', () => {
  expect(relativeText(new Date(now + 5 * HOUR_MS), now, 'de')).toBe('in 5 Stunden');
});

test('a list says how long ago the last hour was, and of what is older the day and the time', () => {
  const at = (hours: number) => new Date(now - hours * HOUR_MS).toISOString();
  const de = { language: 'de', timeZone: 'Europe/Berlin' } as const;
  const en = { language: 'en', timeZone: 'Europe/Berlin' } as const;
  expect(loggedText(at(0.9), now, en)).toBe('54 minutes ago');
  expect(loggedText(at(1), now, en)).toBe('today, 09:30');
  expect(loggedText(at(10.4), now, en)).toBe('today, 00:06');
  expect(loggedText(at(10.4), now, de)).toBe('heute, 00:06');
  expect(loggedText(at(10.6), now, en)).toBe('22 Nov, 23:54');
  expect(loggedText(at(10.6), now, de)).toBe('22. Nov., 23:54');
  expect(loggedText(at(365 * 24), now, en)).toBe('23 Nov 2025');
});

test('failures of the last seven days lead to a list that begins with the first of these days', () => {
  const dayOf = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const sums = { ok: 5, client_errors: 4, refused: 3, limited: 2, server_errors: 1 };
  const days = [0, 6, 7].map((ago) => ({ day: dayOf(ago), ...sums }));
  const nothing = {
    health: [],
    endpoints: [],
    keys: [],
    connections: [],
    readers: [],
    settings: undefined,
  };
  const items = attentionItems({
    ...nothing,
    invited: [],
    expired: [],
    limitedKeys: [],
    usage: { days, keys: [] },
    t: overviewTexts.de,
    count: String,
  } as unknown as Parameters<typeof attentionItems>[0]);
  const since = `${dayOf(6)}T00:00:00Z`;
  expect(items).toMatchObject([
    { id: '5xx', title: expect.stringMatching(/^2 Anfragen/), search: { status: '5xx', since } },
    {
      id: '429',
      title: expect.stringMatching(/^4 Anfragen/),
      search: { code: 'rate_limited', since },
    },
  ]);
});
