import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  objectionCategories,
  objectionCategoryTexts,
} from '../../../src/crm/objections/categories.ts';
import { findObjections } from '../../../src/crm/objections/find-objections.ts';
import { languages } from '../../../src/shared/language/language.ts';
import { runs } from '../../harness/rounds.ts';
import { sentences } from './harness/examples.ts';

const inNote = (body: string) => findObjections({ source: 'note', body });
const textsIn = async (body: string) => (await inNote(body)).map(({ text }) => text);

const mails = [
  'max.muster@firma.de',
  'a+b@sub.example.co.uk',
  'MÜLLER@beispiel.de',
  'x_y@localhost',
];
const phones = [
  '+49 89 1234567',
  '0171/1234567',
  '(030) 12 34 56 78',
  '0049-89-123456',
  '555-123-4567',
  '+1 (212) 555-0100',
  '08912345678',
];
const others = [
  'DE89 3704 0044 0532 0130 00',
  'DE89370400440532013000',
  'https://firma.de/angebot?x=1',
  'www.firma.de',
];
const objecting = sentences.filter(([category]) => category !== null).map(([, , text]) => text);
const numRuns = runs({ few: 60, all: 3000 });

/** Notes that are as hostile or messy as people and programs make them. */
const note = fc
  .array(
    fc.oneof(
      fc.constantFrom(...objecting, ...mails, ...phones, ...others),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<br>',
        '<li>',
        '<b>',
        '<a href="x>y">',
        '<',
        '>',
        '"',
        '&nbsp;',
        '&amp;',
        '&#8364;',
        '&',
        '<!--',
        '-->',
        '<script>',
        '</script>',
        '\n',
        ' ',
        ', ',
        '. ',
        '…',
        'z. B.',
        '3. ',
        '\ue001',
        'www.',
        '@',
      ),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(' '));

describe('any note', () => {
  test('has at most five objections of at most 300 characters, in its own order, and none twice', async () => {
    await fc.assert(
      fc.asyncProperty(note, async (body) => {
        const found = await inNote(body);
        expect(found.length).toBeLessThanOrEqual(5);
        expect(new Set(found.map(({ text }) => text)).size).toBe(found.length);
        for (const { text, category } of found) {
          expect(text.length).toBeLessThanOrEqual(300);
          expect(text.trim()).toBe(text);
          expect(text.isWellFormed() || !body.isWellFormed()).toBe(true);
          expect(objectionCategories).toContain(category);
        }
      }),
      { numRuns },
    );
  });

  test('has the same objections each time', async () => {
    await fc.assert(
      fc.asyncProperty(note, async (body) => {
        expect(await inNote(body)).toEqual(await inNote(body));
      }),
      { numRuns },
    );
  });

  test('a lost reason is one objection, unless it has no text', async () => {
    await fc.assert(
      fc.asyncProperty(note, async (body) => {
        const found = await findObjections({ source: 'lost_reason', body });
        expect(found.length).toBeLessThanOrEqual(1);
        for (const { text } of found) expect(text.length).toBeLessThanOrEqual(300);
      }),
      { numRuns },
    );
  });

  test.each(['note', 'field', 'lost_reason'] as const)(
    'no e-mail address, telephone number or account number is left in %s',
    async (source) => {
      const secret = fc.constantFrom(...mails, ...phones, ...others);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...objecting), secret, secret, async (text, one, two) => {
          const body = `${text.replace(/[.?!]$/, '')}, ${one} - ${two}.`;
          const found = await findObjections({ source, body });
          expect(found.length).toBe(1);
          for (const each of found) {
            expect(each.text).not.toMatch(/[^\s…]@[^\s…]|firma\.de|\d{5}|\d[ /-]\d{3}/);
          }
        }),
        { numRuns },
      );
    },
  );
});

test('a joiner stays in a sign that it makes, and hides neither a word nor an address', async () => {
  expect(await textsIn('Das ist zu teuer 🤷\u200d♀️.')).toEqual(['Das ist zu teuer 🤷\u200d♀️.']);
  expect(
    await textsIn('Das ist zu te\u200d\u200duer, sagt max.mus\u200d\u200bter@firma.de.'),
  ).toEqual(['Das ist zu teuer, sagt …@…']);
});

describe('personal data in a text is replaced', () => {
  test.each([
    ['Zu teuer, Rückfragen an max@firma.de.', 'Zu teuer, Rückfragen an …@…'],
    [
      'Zu teuer, er ist unter +49 171 1234567 zu erreichen.',
      'Zu teuer, er ist unter [Telefonnummer] zu erreichen.',
    ],
    ['Too expensive, call him at 555-123-4567.', 'Too expensive, call him at [phone number].'],
    [
      'Too expensive, see https://shop.example/x?y=1 for the other offer.',
      'Too expensive, see [link] for the other offer.',
    ],
    ['Zu teuer, Gutschrift auf DE89 3704 0044 0532 0130 00.', 'Zu teuer, Gutschrift auf [IBAN].'],
    ['Zu teuer, Frau Meier, Durchwahl 4711.', 'Zu teuer, Frau Meier, Durchwahl [Telefonnummer].'],
  ])('%s', async (body, text) => expect(await textsIn(body)).toEqual([text]));

  test.each([
    'Zu teuer, unser Limit sind 1.500.000 EUR.',
    'Zu teuer, erst wieder am 31.12.2026.',
    'Zu teuer, geplant war es für 2026/2027.',
    'Too expensive, Salesforce.com asks for 120.50 EUR.',
  ])('keeps amounts, dates and names: %s', async (body) =>
    expect(await textsIn(body)).toEqual([body]),
  );
});

describe('HTML', () => {
  test('lines end at br, p and li, and inline tags end nothing', async () => {
    const body =
      '<ul><li>zu teuer</li><li>kein <b>Budget</b></li></ul>Der Preis\nist zu hoch<br>Danke';
    expect(await textsIn(body)).toEqual(['zu teuer', 'kein Budget', 'Der Preis ist zu hoch']);
  });

  test('entities become letters, and what a browser hides is no text', async () => {
    const body =
      '<style>p{content:"zu teuer"}</style><script>"<p>zu teuer</p>"</script><!-- zu teuer -->' +
      '<p title="zu teuer > zu teuer">F&uuml;r uns zu&nbsp;teuer &lt; 5 &#8364;</p>';
    expect(await textsIn(body)).toEqual(['Für uns zu teuer < 5 €']);
  });

  test('a name that is no entity stays as it is, also one that every object has', async () => {
    const text = 'Zu teuer &valueOf; &toString; &constructor; &then; &length;';
    expect(await textsIn(text)).toEqual([text]);
  });

  test('an embedded image costs nothing and hides nothing', async () => {
    const image = `<img src="data:image/png;base64,${'A'.repeat(1_000_000)}">`;
    expect(await textsIn(`${image}<p>Zu teuer.</p>`)).toEqual(['Zu teuer.']);
  });
});

describe('sentences', () => {
  test('do not end after a German date or an abbreviation', async () => {
    const text = 'Am 3. März sagte Dr. Meier, dass z. B. der Preis zu hoch ist.';
    expect(await textsIn(`Hallo. ${text} Danke.`)).toEqual([text]);
  });

  test('a long sentence is shown around the objection, cut between words', async () => {
    const [text = ''] = await textsIn(
      `Wir sprachen ${'lange und ausgiebig '.repeat(40)}und es ist zu teuer.`,
    );
    expect(text).toMatch(/^… (?:lange|und|ausgiebig) .*zu teuer\.$/);
  });
});

test('every category has a name and a description in all languages', () => {
  expect(Object.keys(objectionCategoryTexts)).toEqual([...objectionCategories]);
  for (const texts of Object.values(objectionCategoryTexts)) {
    expect(Object.keys(texts).sort()).toEqual([...languages].sort());
  }
});

// Ten times as much text may take at most thirty times as long. A quadratic time would be a hundred times as long.
test.each([
  '<',
  '<a "',
  '<a "x" ',
  '<b></b>',
  '<p>',
  '<!--',
  '<script>',
  '&amp;',
  '&#',
  'a@',
  'a.',
  '1 ',
  '0123456789',
  '+49 (0) ',
  'a[at]',
  'preis ',
  'kein ',
  'zu teuer ',
  'der kunde hat nicht ',
  '- a\n',
  'z. B. ',
  '3. ',
  'ä',
  'x',
  'DE12 ',
])('a note of a megabyte of %j is read in a bounded time', async (part) => {
  const cpuMs = async (size: number) => {
    const body = part.repeat(Math.ceil(size / part.length));
    const before = process.cpuUsage();
    await inNote(body);
    await findObjections({ source: 'lost_reason', body });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  await cpuMs(1000);
  const small = await cpuMs(100_000);
  expect(await cpuMs(1_000_000)).toBeLessThan(Math.max(30 * small, 150));
});
