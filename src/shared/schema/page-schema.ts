import { z } from 'zod';
import { described } from './described.ts';

const DEFAULT = 50;
export const MAX = 200;

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
export const limitInput = described(
  z
    .preprocess(
      (input: string | number) => (typeof input === 'number' ? `${input}` : input),
      limitText,
    )
    .default(DEFAULT),
  'How many items a page holds at most. A page that reaches 2 MB holds fewer.',
  {
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: MAX, default: DEFAULT });
    },
  },
);

const nextCursor = described(
  z.string().nullable(),
  'Pass it unchanged as `cursor`; null: there is no further page.',
);

/** The envelope of every list with pages (spec, Page envelope). */
export function pageOf<T extends z.ZodType>(id: string, item: T) {
  return z
    .object({
      data: described(z.array(item), 'The entries of the page, at most `limit`.'),
      next_cursor: nextCursor,
    })
    .meta({ id });
}

/** Which entries of a list come first in the app. Missing: the newest. The public API has no such input. */
export const orderInput = z.enum(['newest', 'oldest']).optional();

/** The input of every list with pages, besides its filters. */
export const pageInput = {
  cursor: described(
    z.string().optional(),
    'The `next_cursor` of the page before, with the same filters.',
  ),
  limit: limitInput,
};

/** What a page of a list that people search also has in the app. */
export const searchedPage = {
  /**
   * Only of a search: it has looked at all entries since this time (oldest first: up to it), and the next page goes on
   * there (P285). Null if the page is full, or if the list has ended.
   */
  searched_back_to: z.iso.datetime().nullable().optional(),
};

/** How many entries a list has. Not of further pages and of searches. One more than 10,000 means that there are more. */
export const pageTotal = z.int().optional();

/**
 * How many entries a list has: one more than 10,000 means that there are more. Null: it is not known, because only the
 * newest 10,000 were looked at, and the filter leaves out some of them.
 */
export const listTotal = z.strictObject({ total: z.int().nullable() });
export type ListTotal = z.output<typeof listTotal>;
