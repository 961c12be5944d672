import type { oas31 } from 'zod-openapi';

export type Schema = oas31.SchemaObject;
type SchemaOrRef = Schema | oas31.ReferenceObject;

/** A request allows no unknown fields (D13, D14). A response may get new fields later (D172). */
type Side = 'request' | 'response';

const formatsWithoutPattern = new Set(['date-time', 'date', 'email', 'uuid', 'uri']);

export function isRef(value: object): value is oas31.ReferenceObject {
  return '$ref' in value;
}

/** Shortens the schemas that Zod's generator makes longer than needed. */
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

/**
 * Writes `type: [T, "null"]` instead of an anyOf with null (D173). If there are several types
 * besides null, the anyOf stays, because some generators read only the first type of a list.
 */
function withTypeArray(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!anyOf) return schema;
  const parts: Schema[] = [];
  for (const part of anyOf) {
    if (isRef(part)) return schema;
    parts.push(...(part.anyOf ? (part.anyOf as Schema[]) : [part]));
  }
  const [first, ...others] = parts.filter(({ type }) => type !== 'null');
  const isNullable = parts.some(({ type }) => type === 'null');
  if (!first?.type) return schema;
  const nullable = isNullable ? withNull(first) : first;
  return others.length === 0 ? { ...nullable, ...rest } : { ...rest, anyOf: [nullable, ...others] };
}

function withNull(schema: Schema): Schema {
  return {
    ...schema,
    type: [schema.type ?? [], 'null' as const].flat(),
    ...(schema.enum ? { enum: [...schema.enum, null] } : {}),
  };
}

function isEmpty(schema: Schema['additionalProperties']): boolean {
  return typeof schema === 'object' && Object.keys(schema).length === 0;
}
