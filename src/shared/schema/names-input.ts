import { z } from 'zod';

/** A query parameter that takes some of these names, separated by commas. The document describes it as an array (D190). */
export function namesInput<const Names extends readonly [string, ...string[]]>(
  names: Names,
  { description, example }: { description: string; example: Names[number][] },
) {
  return z
    .string()
    .max(500)
    .transform((text) => [...new Set(text.split(','))].sort())
    .pipe(z.array(z.enum(names)))
    .meta({
      description,
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
        delete jsonSchema.maxLength;
        const items = { type: 'string', enum: [...names] };
        Object.assign(jsonSchema, { type: 'array', items, examples: [example] });
      },
    })
    .optional();
}
