import type { oas31 } from 'zod-openapi';
import type { OperationMeta } from '../../trpc/operation.ts';
import { isRef, tidySchema } from './tidy-schema.ts';

export const parameterComponents = {
  'Accept-Language': {
    name: 'Accept-Language',
    in: 'header',
    description: 'German or English for what has texts; anything else gives German.',
    schema: { type: 'string', examples: ['de', 'en-GB, de;q=0.5'] },
  },
  // D87
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

const CURSOR = 'The `next_cursor` of the page before.';

export function parametersOf(
  generated: oas31.OperationObject['parameters'],
  { openapi }: OperationMeta,
): (oas31.ParameterObject | oas31.ReferenceObject)[] {
  const headers: (keyof typeof parameterComponents)[] = [
    ...(openapi?.method === 'POST' ? (['Idempotency-Key'] as const) : []),
    'Accept-Language',
  ];
  return [
    ...(generated ?? []).map((parameter) => (isRef(parameter) ? parameter : described(parameter))),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function described(parameter: oas31.ParameterObject): oas31.ParameterObject {
  const { schema, ...rest } = parameter;
  if (!schema || isRef(schema)) return parameter;
  const { description, ...tidied } = tidySchema(schema, 'request') as oas31.SchemaObject;
  const text = description ?? rest.description ?? (rest.name === 'cursor' ? CURSOR : undefined);
  return { ...rest, ...(text ? { description: text } : {}), schema: tidied };
}
