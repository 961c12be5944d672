import type { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import type { OperationMeta } from '../../operation/procedure.ts';
import { MAX_PATH_SEGMENT } from '../query-string.ts';
import { isRef, type Schema, tidySchema } from './tidy-schema.ts';

export const parameterComponents = {
  'Accept-Language': {
    name: 'Accept-Language',
    in: 'header',
    description: 'German or English for what has texts; anything else gives German.',
    schema: { type: 'string', examples: ['de', 'en-GB, de;q=0.5'] },
  },
  // This is the form that the server checks (D87).
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes it safe to repeat this call for 24 hours. Printable ASCII, for instance a UUID.',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      pattern: '^[ -~]+$',
      examples: ['7c1f0a52-4d0b-4a55-9d1a-2f8f6c3f7d10'],
    },
  },
} as const satisfies Record<string, oas31.ParameterObject>;

export function parametersOf(
  generated: oas31.OperationObject['parameters'],
  { openapi }: OperationMeta,
  input: z.ZodObject,
): (oas31.ParameterObject | oas31.ReferenceObject)[] {
  const headers: (keyof typeof parameterComponents)[] = [
    ...(openapi?.method === 'POST' ? (['Idempotency-Key'] as const) : []),
    'Accept-Language',
  ];
  return [
    ...(generated ?? []).flatMap((parameter) =>
      isRef(parameter) ? [] : completed(parameter, input.shape[parameter.name]?.meta() ?? {}),
    ),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** The generator drops the description of a field that was made optional before it was described. */
function completed(
  { schema, ...parameter }: oas31.ParameterObject,
  described: { description?: string | undefined; examples?: unknown },
): oas31.ParameterObject {
  const { description, ...tidied } = tidySchema(schema ?? {}, 'request') as Schema;
  const text = described.description ?? description ?? '';
  if (Array.isArray(described.examples)) tidied.examples ??= described.examples;
  if (parameter.in === 'path') tidied.maxLength ??= MAX_PATH_SEGMENT;
  // A list has its names in one value, separated by commas (D190).
  const list = tidied.type === 'array' ? ({ style: 'form', explode: false } as const) : {};
  return { ...parameter, ...list, description: text, schema: tidied };
}
