import type { oas31 } from 'zod-openapi';
import { isRef, type Schema } from './tidy-schema.ts';

const NEXT_CURSOR = 'eyJ2IjoxLCJhdCI6IjIwMjYtMTEtMDNUMDg6MTUifQ.kq3v8yT0';

/** The example that stands with the Zod schema; that of a page is made of its items' one. */
export function exampleOfSchema(
  schema: Schema | oas31.ReferenceObject,
  schemas: Record<string, Schema>,
): unknown {
  const resolved = isRef(schema) ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  if (!resolved) return undefined;
  if (resolved.examples) return resolved.examples[0];
  const { data, next_cursor } = resolved.properties ?? {};
  if (!data || isRef(data) || !data.items) return undefined;
  const item = exampleOfSchema(data.items, schemas);
  return item && { data: [item], ...(next_cursor ? { next_cursor: NEXT_CURSOR } : {}) };
}
