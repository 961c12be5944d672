import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filteredLists, phrases } from '../../src/app/shell/filtered-lists.ts';

const now = Date.parse('2026-11-18T23:30:00Z');
const listsOf = (text: string, timeZone = 'UTC') =>
  filteredLists(text, { now, timeZone }).map(
    ({ place }) => `${place.path}${decodeURIComponent(place.search ?? '')}`,
  );

const said = phrases.flatMap(([slot, value, all]) => all.map((text) => ({ slot, value, text })));
const saidIn = (slot: string) => said.filter((one) => one.slot === slot);
const statuses = ['200', '404', '422', '429', '503', '2xx', '4xx', '5xx'].map((text) => ({
  slot: 'ending',
  value: text,
  text,
}));

describe('the lists that the palette offers for a text', () => {
  test.each([
    ['422 today', '/request-log?status=422&since=2026-11-18T00:00:00.000Z'],
    ['422 heute', '/request-log?status=422&since=2026-11-18T00:00:00.000Z'],
    [
      '429 yesterday',
      '/request-log?status=429&since=2026-11-17T00:00:00.000Z&until=2026-11-18T00:00:00.000Z',
    ],
    ['yesterday', '/request-log?since=2026-11-17T00:00:00.000Z&until=2026-11-18T00:00:00.000Z'],
    ['errors last hour', '/request-log?view=errors&period=1h'],
    ['Fehler in der letzten Stunde', '/request-log?view=errors&period=1h'],
    ['failed deliveries', '/deliveries?status=gave_up'],
    ['fehlgeschlagene Zustellungen', '/deliveries?status=gave_up'],
    ['zurückgehaltene Zustellungen', '/deliveries?status=held'],
    ['deliveries with 422', '/deliveries?answer=422'],
    ['4xx', '/request-log?status=4xx'],
    ['Zustellungen, letzte 24 Stunden', '/deliveries?span=24h'],
  ])('%s', (text, first) => {
    expect(listsOf(text)[0]).toBe(first);
  });

  test('a day begins at midnight of the team, also on the day of a change of the clocks', () => {
    expect(listsOf('422 today', 'Europe/Berlin')[0]).toContain('since=2026-11-18T23:00');
    const [list] = filteredLists('422 yesterday', {
      now: Date.parse('2026-10-26T10:00:00Z'),
      timeZone: 'Europe/Berlin',
    });
    const search = new URLSearchParams(list?.place.search);
    expect(search.get('since')).toBe('2026-10-24T22:00:00.000Z');
    expect(search.get('until')).toBe('2026-10-25T23:00:00.000Z');
  });

  test('none for a text with a word that is not in the table, with two words for the same, or with a page alone', () => {
    for (const text of ['422 tomorrow', '422 429', 'errors of Anna', 'webhooks', '999', ''])
      expect(listsOf(text), text).toEqual([]);
    const word = fc.stringMatching(/^[a-zäöü0-9]{1,9}$/);
    const known = fc.constantFrom(...said.map(({ text }) => text));
    const understood = new Set(said.flatMap(({ text }) => text.split(' ')));
    const fillers = /^(the|in|of|from|with|status|der|die|den|von|mit|\d{3}|[1-5]xx)$/;
    fc.assert(
      fc.property(fc.array(known, { maxLength: 3 }), word, fc.nat(3), (others, unknown, at) => {
        fc.pre(!understood.has(unknown) && !fillers.test(unknown));
        const words = [...others.slice(0, at), unknown, ...others.slice(at)];
        expect(listsOf(words.join(' '))).toEqual([]);
      }),
    );
  });

  test('say each of their words in the address, in whatever order the words come', () => {
    const one = (slot: string) => fc.option(fc.constantFrom(...saidIn(slot)), { nil: undefined });
    const ending = fc.constantFrom(...saidIn('ending'), ...statuses);
    fc.assert(
      fc.property(one('list'), ending, one('period'), (list, how, period) => {
        const words = [list, how, period].flatMap((part) => part ?? []);
        const texts = words.map(({ text }) => text);
        const lists = filteredLists(texts.join(' '), { now, timeZone: 'UTC' });
        expect(filteredLists(texts.toReversed().join(' '), { now, timeZone: 'UTC' })).toEqual(
          lists,
        );
        for (const found of lists) {
          if (list) expect(found.list).toBe(list.value);
          expect(found.period).toBe(period?.value);
          const filters = [...new URLSearchParams(found.place.search).values()].join(' ');
          const meant = { errors: /errors|gave_up|retrying/, failed: /errors|gave_up|retrying/ };
          expect(filters).toMatch(meant[how.value as 'errors'] ?? new RegExp(how.value));
          if (period) expect(filters).toMatch(/2026-11-1[78]T00|1h|24h|7d/);
        }
      }),
    );
  });
});
