import { z } from 'zod';

const entry = z
  .object({
    id: z.string(),
    name: z
      .string()
      .nullable()
      // The product's languages (D137).
      .meta({ description: 'In the language of `Accept-Language`, else in German.' }),
    icon: z.string().nullable(),
  })
  .meta({ id: 'CatalogEntry' });

const entries = z.array(entry);

export const catalog = z
  .object({
    situation: entries,
    personality: entries,
    industry: entries,
    role: entries,
    methodology: entries,
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
