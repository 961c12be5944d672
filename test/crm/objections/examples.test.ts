import { describe, expect, test } from 'vitest';
import { objectionCategories } from '../../../src/crm/objections/categories.ts';
import { findObjections } from '../../../src/crm/objections/find-objections.ts';
import { reasons, sentences } from './harness/examples.ts';

describe('a sentence of a note', () => {
  test.each(sentences)('%s, %s: %s', async (category, lang, text) => {
    const expected = category === null ? [] : [{ category, text, lang }];
    expect(await findObjections({ source: 'note', body: text })).toEqual(expected);
  });

  test.each(sentences)(
    '%s, %s: also found among other sentences, in HTML: %s',
    async (category, lang, text) => {
      const around =
        lang === 'de'
          ? ['Heute mit Frau Meier telefoniert.', 'Die Vorführung hat ihr gefallen.']
          : ['Called Jane today.', 'She liked the demo.'];
      const body = `<div><p>${around[0]}</p><p>${text.replace(/'/g, '&#39;')} <b>${around[1]}</b></p></div>`;
      const found = await findObjections({ source: 'note', body });
      expect(found).toEqual(category === null ? [] : [{ category, text, lang }]);
    },
  );

  test('the examples have each category in both languages, but no other', () => {
    for (const lang of ['de', 'en']) {
      const shown = new Set(
        sentences.filter((each) => each[1] === lang).map(([category]) => category),
      );
      const matched = objectionCategories.filter((category) => category !== 'other');
      expect([...matched, null].filter((category) => !shown.has(category))).toEqual([]);
    }
  });
});

describe.each(['lost_reason', 'field'] as const)('a text of %s is one objection', (source) => {
  test.each(reasons)('%s: %s', async (category, body, lang) => {
    expect(await findObjections({ source, body })).toEqual([{ category, text: body, lang }]);
  });

  test.each(sentences.filter(([category]) => category !== null))(
    '%s, %s: %s',
    async (category, lang, text) => {
      expect(await findObjections({ source, body: text })).toEqual([{ category, text, lang }]);
    },
  );

  test('an empty text is no objection', async () => {
    for (const body of ['', '  ', '<p>&nbsp;</p>', '<br><br>']) {
      expect(await findObjections({ source, body })).toEqual([]);
    }
  });
});
