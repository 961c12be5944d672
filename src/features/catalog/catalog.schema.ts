import { z } from 'zod';
import { text } from '../../shared/text.ts';

const entry = z
  .object({
    id: z
      .string()
      .meta({ description: 'What an assignment names, for instance as `situation_id`.' }),
    name: z
      .string()
      .nullable()
      // The product has these languages (D137).
      .meta({ description: 'In the language of `Accept-Language`, else in German.' }),
    icon: z.string().nullable().meta({ description: 'The name of a symbol for it.' }),
  })
  .meta({ id: 'CatalogEntry', description: 'One entry of the catalog.' });

const entries = z.array(entry);

const ruleId = (noun: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `The id of ${noun}. Null: whichever the assignment names.` });

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
  member_id: text(100)
    .optional()
    .meta({
      description:
        'The recipient of an assignment, active or invited: the catalog as the policy of this member allows, with its `rules`.',
      examples: ['mem_01jb2h5n7pr8s4t6v9w1x3y5z7'],
    }),
});

export const catalog = z
  .object({
    situation: entries.meta({ description: 'What the conversation is about.' }),
    personality: entries.meta({ description: 'Who the other person is.' }),
    industry: entries.meta({ description: 'In which industry it takes place.' }),
    role: entries.meta({ description: 'Roles, of which a training names one.' }),
    methodology: entries.meta({
      description: 'Methods of selling, of which an evaluation names one.',
    }),
    rules: z.array(rule).optional().meta({
      description:
        'Which of the listed situations, personalities and industries do not go together: an assignment that names all ids of a rule gets `kombination_ungueltig`. Only with `member_id`.',
    }),
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
