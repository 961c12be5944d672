import { z } from 'zod';

const DEFAULT = 50;
const MAX = 200;

const limitText = z
  .string()
  .regex(/^[0-9]{1,4}$/, `A whole number from 1 to ${MAX}.`)
  .transform(Number)
  .refine((limit) => limit >= 1 && limit <= MAX, `A whole number from 1 to ${MAX}.`);

/**
 * The page size (spec, Limits; D63). The schema is a string that becomes a number: trpc-to-openapi makes
 * every z.number() of an input coerce, and that would read `1e2` as 100 (D64). The document says integer. The
 * app sends JSON, and may send a number. A query of REST contains no numbers.
 */
export const limitInput = z
  .preprocess(
    (given: string | number) => (typeof given === 'number' ? `${given}` : given),
    limitText,
  )
  .default(DEFAULT)
  .meta({
    description: 'How many items a page holds at most. A page that reaches 2 MB holds fewer.',
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: MAX, default: DEFAULT });
    },
  });

/** The envelope of every list with pages (spec, Page envelope). */
export function pageOf<T extends z.ZodType>(id: string, item: T) {
  return z
    .object({
      data: z.array(item).meta({ description: 'The entries of the page, at most `limit`.' }),
      next_cursor: z
        .string()
        .nullable()
        .meta({ description: 'Pass it unchanged as `cursor`; null: there is no further page.' }),
    })
    .meta({ id });
}

/** The input of every list with pages, besides its filters. */
export const pageInput = {
  cursor: z
    .string()
    .optional()
    .meta({ description: 'The `next_cursor` of the page before, with the same filters.' }),
  limit: limitInput,
};
