import { z } from 'zod';
import { limitInput } from './limit.ts';

/** The envelope of every list with pages (spec, Page envelope). */
export function pageOf<T extends z.ZodType>(id: string, item: T) {
  return z
    .object({
      data: z.array(item),
      next_cursor: z
        .string()
        .nullable()
        .meta({ description: 'Pass it unchanged as `cursor`; null: there is no further page.' }),
    })
    .meta({ id });
}

/** What every list with pages takes besides its filters. */
export const pageInput = {
  cursor: z
    .string()
    .optional()
    .meta({ description: 'The `next_cursor` of the page before, with the same filters.' }),
  limit: limitInput,
};
