import { z } from 'zod';

const entry = z
  .object({
    id: z
      .string()
      .meta({ description: 'What an assignment names, for instance as `situation_id`.' }),
    name: z
      .string()
      .nullable()
      // The product's languages (D137).
      .meta({ description: 'In the language of `Accept-Language`, else in German.' }),
    icon: z.string().nullable().meta({ description: 'The name of a symbol for it.' }),
  })
  .meta({ id: 'CatalogEntry', description: 'One entry of the catalog.' });

const entries = z.array(entry);

export const catalog = z
  .object({
    situation: entries.meta({ description: 'What the conversation is about.' }),
    personality: entries.meta({ description: 'Who the other person is.' }),
    industry: entries.meta({ description: 'In which industry it takes place.' }),
    role: entries.meta({ description: 'Roles, of which a training names one.' }),
    methodology: entries.meta({
      description: 'Methods of selling, of which an evaluation names one.',
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
