import type { oas31 } from 'zod-openapi';

export type Schema = oas31.SchemaObject;
type SchemaOrRef = Schema | oas31.ReferenceObject;

/** A request is closed (D13, D14), a response is open to fields that are yet to come (D172). */
type Side = 'request' | 'response';

const formatsWithoutPattern = new Set(['date-time', 'date', 'email', 'uuid', 'uri']);

export function isRef(value: object): value is oas31.ReferenceObject {
  return '$ref' in value;
}

/** What Zod's generator says in more words than a reader or a code generator needs. */
export function tidySchema(schema: SchemaOrRef, side: Side): SchemaOrRef {
  if (isRef(schema)) return schema;
  const tidied = withTypeArray(withTidyParts(schema, side));
  if (side === 'response' && tidied.additionalProperties === false) {
    delete tidied.additionalProperties;
  }
  if (isEmpty(tidied.additionalProperties)) tidied.additionalProperties = true;
  delete tidied.propertyNames;
  if (tidied.format && formatsWithoutPattern.has(tidied.format)) delete tidied.pattern;
  if (tidied.minimum === Number.MIN_SAFE_INTEGER) delete tidied.minimum;
  if (tidied.maximum === Number.MAX_SAFE_INTEGER) delete tidied.maximum;
  return tidied;
}

function withTidyParts(schema: Schema, side: Side): Schema {
  const tidied = { ...schema };
  const { properties, items, additionalProperties, anyOf } = schema;
  if (properties) {
    tidied.properties = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, tidySchema(part, side)]),
    );
  }
  if (items) tidied.items = tidySchema(items, side);
  if (typeof additionalProperties === 'object') {
    tidied.additionalProperties = tidySchema(additionalProperties, side);
  }
  if (anyOf) tidied.anyOf = anyOf.map((part) => tidySchema(part, side));
  return tidied;
}

/** `type: [T, "null"]` instead of an anyOf of single types (D173). */
function withTypeArray(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!anyOf) return schema;
  const parts: Schema[] = [];
  for (const part of anyOf) {
    if (isRef(part)) return schema;
    parts.push(part);
  }
  const types = parts.flatMap(({ type }) => type ?? []);
  const keywords = parts.flatMap(({ type: _, ...keywords }) => Object.keys(keywords));
  const isPlain = parts.every(({ type }) => type !== undefined);
  if (!isPlain || distinct(types) !== types.length || distinct(keywords) !== keywords.length) {
    return schema;
  }
  const merged: Schema = Object.assign({}, ...parts, rest, { type: types });
  if (merged.enum && types.includes('null')) merged.enum = [...merged.enum, null];
  return merged;
}

function distinct(values: string[]): number {
  return new Set(values).size;
}

function isEmpty(schema: Schema['additionalProperties']): boolean {
  return typeof schema === 'object' && Object.keys(schema).length === 0;
}
