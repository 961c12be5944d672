import { z } from 'zod';

const DEFAULT = 50;
const MAX = 200;

/**
 * The page size (spec, Limits). A string that becomes a number, because trpc-to-openapi switches every z.number() of an
 * input to coercion, which reads `1e2` as 100 (D64). The document says integer all the same.
 */
export const limitInput = z
  .string()
  .regex(/^[0-9]{1,4}$/, `A whole number from 1 to ${MAX}.`)
  .transform(Number)
  .refine((limit) => limit >= 1 && limit <= MAX, `A whole number from 1 to ${MAX}.`) // D63
  .default(DEFAULT)
  .meta({
    description: 'How many items a page holds at most. A page that reaches 2 MB holds fewer.',
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: MAX, default: DEFAULT });
    },
  });
