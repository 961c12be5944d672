import { z } from 'zod';
import type { InEach } from '../../shared/language/language.ts';
import { described, docText } from '../../shared/schema/doc-text.ts';
import { text } from '../../shared/schema/text.ts';

const entry = z
  .object({
    id: described(z.string(), {
      en: 'What an assignment names, for instance as `situation_id`.',
      de: 'Was eine Aufgabe nennt, etwa als `situation_id`.',
    }),
    // The product has these languages (D137).
    name: described(z.string().nullable(), {
      en: 'In the language of `Accept-Language`, else in German.',
      de: 'In der Sprache von `Accept-Language`, sonst auf Deutsch.',
    }),
    icon: described(z.string().nullable(), {
      en: 'The name of a symbol for it.',
      de: 'Der Name eines Symbols dafür.',
    }),
  })
  .meta({ id: 'CatalogEntry', description: 'One entry of the catalog.' });

const entries = z.array(entry);

/** The descriptions of fields that name an entry. */
export const entryIds = {
  situation: docText({
    en: 'The id of a situation of the catalog.',
    de: 'Die ID einer Situation im Katalog.',
  }),
  personality: docText({
    en: 'The id of a personality of the catalog.',
    de: 'Die ID einer Persönlichkeit im Katalog.',
  }),
  industry: docText({
    en: 'The id of an industry of the catalog.',
    de: 'Die ID einer Branche im Katalog.',
  }),
};

const ruleId = (noun: InEach<string>) =>
  described(z.string().nullable(), {
    en: `The id of ${noun.en}. Null: whichever the assignment names.`,
    de: `Die ID ${noun.de}. Null: gleich welche die Aufgabe nennt.`,
  });

const rule = z
  .object({
    situation_id: ruleId({ en: 'a situation', de: 'einer Situation' }),
    personality_id: ruleId({ en: 'a personality', de: 'einer Persönlichkeit' }),
    industry_id: ruleId({ en: 'an industry', de: 'einer Branche' }),
  })
  .meta({
    id: 'CatalogRule',
    description: 'A combination that no assignment may have.',
    examples: [
      { situation_id: 'sit_price_talk', personality_id: 'per_sceptic', industry_id: null },
    ],
  });

export const getCatalogInput = z.strictObject({
  member_id: described(text(100).optional(), {
    en: 'The recipient of an assignment, active or invited: the catalog as the policy of this member allows, with its `rules`.',
    de: 'Wer die Aufgabe bekommt, aktiv oder eingeladen: der Katalog, wie ihn die Vorgabe dieses Mitglieds erlaubt, mit seinen `rules`.',
    examples: ['mem_01jb2h5n7pr8s4t6v9w1x3y5z7'],
  }),
});

export const catalog = z
  .object({
    situation: described(entries, {
      en: 'What the conversation is about.',
      de: 'Worum es im Gespräch geht.',
    }),
    personality: described(entries, {
      en: 'Who the other person is.',
      de: 'Wer das Gegenüber ist.',
    }),
    industry: described(entries, {
      en: 'In which industry it takes place.',
      de: 'In welcher Branche es spielt.',
    }),
    role: described(entries, {
      en: 'Roles, of which a training names one.',
      de: 'Rollen, von denen ein Training eine nennt.',
    }),
    methodology: described(entries, {
      en: 'Methods of selling, of which an evaluation names one.',
      de: 'Methodiken des Verkaufs, von denen eine Bewertung eine nennt.',
    }),
    rules: described(z.array(rule).optional(), {
      en: 'Which of the listed situations, personalities and industries do not go together: an assignment that names all ids of a rule gets `kombination_ungueltig`. Only with `member_id`.',
      de: 'Welche der aufgeführten Situationen, Persönlichkeiten und Branchen nicht zusammenpassen: Eine Aufgabe, die alle IDs einer Regel nennt, bekommt `kombination_ungueltig`. Nur mit `member_id`.',
    }),
  })
  .meta({
    id: 'Catalog',
    description: docText({
      en: 'What the team has released and its policy allows.',
      de: 'Was das Team freigegeben hat und seine Vorgabe erlaubt.',
    }),
    examples: [
      {
        situation: [{ id: 'sit_price_talk', name: 'Price talk', icon: 'coins' }],
        personality: [{ id: 'per_sceptic', name: 'Sceptic', icon: null }],
        industry: [{ id: 'ind_software', name: 'Software', icon: null }],
        role: [],
        methodology: [{ id: 'met_consultative', name: 'Consultative selling', icon: null }],
      },
    ],
  });
export type Catalog = z.output<typeof catalog>;
