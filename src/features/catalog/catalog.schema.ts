import { z } from 'zod';
import { described } from '../../shared/schema/described.ts';
import { text } from '../../shared/schema/text.ts';

const entry = z
  .object({
    id: described(z.string(), 'What an assignment names, for instance as `situation_id`.'),
    // The product has these languages (D137).
    name: described(z.string().nullable(), 'In the language of `Accept-Language`, else in German.'),
    icon: described(z.string().nullable(), 'The name of a symbol for it.'),
  })
  .meta({ id: 'CatalogEntry', description: 'One entry of the catalog.' });

const entries = z.array(entry);

/** The descriptions of fields that name an entry. */
export const entryIds = {
  situation: 'The id of a situation of the catalog.',
  personality: 'The id of a personality of the catalog.',
  industry: 'The id of an industry of the catalog.',
};

const ruleId = (noun: string) =>
  described(z.string().nullable(), `The id of ${noun}. Null: whichever the assignment names.`);

const rule = z
  .object({
    situation_id: ruleId('a situation'),
    personality_id: ruleId('a personality'),
    industry_id: ruleId('an industry'),
  })
  .meta({
    id: 'CatalogRule',
    description: 'A combination that no assignment may have.',
    examples: [
      { situation_id: 'sit_price_talk', personality_id: 'per_sceptic', industry_id: null },
    ],
  });

export const getCatalogInput = z.strictObject({
  member_id: described(
    text(100).optional(),
    'The recipient of an assignment, active or invited: the catalog as the policy of this member allows, with its `rules`.',
    { examples: ['mem_01jb2h5n7pr8s4t6v9w1x3y5z7'] },
  ),
});

export const catalog = z
  .object({
    situation: described(entries, 'What the conversation is about.'),
    personality: described(entries, 'Who the other person is.'),
    industry: described(entries, 'In which industry it takes place.'),
    role: described(entries, 'Roles, of which a training names one.'),
    methodology: described(entries, 'Methods of selling, of which an evaluation names one.'),
    rules: described(
      z.array(rule).optional(),
      'Which of the listed situations, personalities and industries do not go together: an assignment that names all ids of a rule gets `kombination_ungueltig`. Only with `member_id`.',
    ),
  })
  .meta({
    id: 'Catalog',
    description: 'What the team has released and its policy allows.',
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
