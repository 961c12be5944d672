import type { oas31 } from 'zod-openapi';
import { isRef, type Schema } from './tidy-schema.ts';

type Schemas = Record<string, Schema>;

const NEXT_CURSOR = 'eyJ2IjoxLCJhdCI6IjIwMjYtMTEtMDNUMDg6MTUifQ.kq3v8yT0';

export function resolved(
  schema: Schema | oas31.ReferenceObject,
  schemas: Schemas,
): Schema | undefined {
  return isRef(schema) ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
}

/**
 * The example of the Zod schema. If there are several examples, the last one shows a newly created
 * object. The example of a page consists of the examples of its items.
 */
export function exampleOf(schema: Schema | undefined, schemas: Schemas, status: number): unknown {
  if (schema?.examples) return schema.examples.at(status === 201 ? -1 : 0);
  const { data, next_cursor } = schema?.properties ?? {};
  if (!data || isRef(data) || !data.items) return undefined;
  const item = exampleOf(resolved(data.items, schemas), schemas, status);
  return item && { data: [item], ...(next_cursor ? { next_cursor: NEXT_CURSOR } : {}) };
}
