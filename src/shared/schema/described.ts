import type { z } from 'zod';

/** The field with its English text in the document. The German is in `<noun>.de.ts`, by the path of the field. */
export function described<T extends z.ZodType>(
  schema: T,
  description: string,
  more: z.GlobalMeta & { id?: never; description?: never } = {},
): T {
  return schema.meta({ description, ...more });
}
