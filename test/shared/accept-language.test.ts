import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { preferredLanguage } from '../../src/shared/language/accept-language.ts';
import { computedMs } from '../harness/computed-ms.ts';

describe('D77: Accept-Language', () => {
  test.each([
    ['none', undefined],
    ['none', ''],
    ['invalid', 'en_US'],
    ['invalid', 'en;q=high'],
    ['invalid', 'en;q=2'],
    ['invalid', ';;;,,,'],
    ['*', '*'],
    ['tie without order', '*;q=0.5'],
    ['another language', 'fr, it;q=0.8'],
    ['another language', 'english, enx'],
    ['q=0 excludes', 'en;q=0'],
    ['q=0 excludes', 'fr, en;q=0.000'],
  ])('D77: %s → de: %j', (_, header) => {
    expect(preferredLanguage(header)).toBe('de');
  });

  test.each([
    ['fr, en;q=0.5 → en', 'fr, en;q=0.5', 'en'],
    ['primary-subtag match', 'en-US', 'en'],
    ['primary-subtag match', 'de-AT, en;q=0.9', 'de'],
    ['primary-subtag match', 'EN-gb;q=0.9, DE;q=0.8', 'en'],
    ['best q', 'de;q=0.4, en;q=0.7', 'en'],
    ['best q', 'en;q=0.4, de;q=0.7', 'de'],
    ['best q', 'en;q=0.2, en-US;q=0.9, de;q=0.5', 'en'],
    ['tie with an order', 'en, de', 'en'],
    ['tie with an order', 'de, en', 'de'],
    ['tie with an order', 'en;q=0.5, *;q=0.5', 'en'],
    ['q=0 excludes', 'de;q=0, *;q=0.1', 'en'],
    ['q=0 excludes', 'en;q=0, *', 'de'],
    ['one invalid range does not spoil the others', 'de-;q=1, en;q=0.3', 'en'],
    ['spaces around the q', 'de ; q=0.1 , en\t;\tQ=0.2', 'en'],
  ])('D77: %s: %j', (_, header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });

  test('D77: if a header names both languages, the one with the higher q is chosen, or the first of two equal ones', () => {
    const q = fc.integer({ min: 1, max: 1000 }).map((n) => n / 1000);
    fc.assert(
      fc.property(q, q, fc.boolean(), (de, en, germanFirst) => {
        const ranges = [`de;q=${de.toFixed(3)}`, `en;q=${en.toFixed(3)}`];
        const header = (germanFirst ? ranges : ranges.reverse()).join(', ');
        const expected = de === en ? (germanFirst ? 'de' : 'en') : de > en ? 'de' : 'en';
        expect(preferredLanguage(header)).toBe(expected);
      }),
    );
  });

  test('D77: any text gives one of the two languages, quickly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (header) => {
        expect(['de', 'en']).toContain(preferredLanguage(header));
      }),
    );
    const before = computedMs();
    preferredLanguage(`en${'-a'.repeat(100_000)};q=`.repeat(10));
    expect(computedMs() - before).toBeLessThan(500);
  });
});
