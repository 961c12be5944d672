import type { oas31 } from 'zod-openapi';
import type { OperationMeta } from '../../trpc/operation.ts';
import { exampleOfSchema } from './examples.ts';
import { successHeaders } from './headers.ts';
import { parametersOf } from './parameters.ts';
import { problemResponses } from './problem-responses.ts';
import { isRef, type Schema, tidySchema } from './tidy-schema.ts';

type Schemas = Record<string, Schema>;

/** What the generator cannot know of an operation: its statuses, headers, errors, scope and examples. */
export function completeOperation(
  generated: oas31.OperationObject,
  meta: OperationMeta,
  schemas: Schemas,
): oas31.OperationObject {
  const { requestBody, parameters, responses, ...rest } = generated;
  const { scope } = meta.permission;
  return {
    ...rest,
    description: descriptionOf(rest.description, meta),
    security: [{ bearerAuth: scope ? [scope] : [] }], // D174
    parameters: parametersOf(parameters, meta),
    ...(requestBody && !isRef(requestBody) ? { requestBody: bodyOf(requestBody) } : {}),
    responses: {
      [meta.status]: success(responses?.['200'], meta, schemas),
      ...problemResponses(meta),
    },
  };
}

function descriptionOf(text: string | undefined, { permission }: OperationMeta): string {
  return [
    text,
    permission.scope ? `Needs the scope \`${permission.scope}\`.` : 'Needs no scope.',
    permission.needsMemberDetail &&
      'Closed (`privacy_restricted`) while the team has turned off `member_detail_enabled`.',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** An empty body is read as `{}` (D89), so that only a body with required fields is required. */
function bodyOf({ content, ...rest }: oas31.RequestBodyObject): oas31.RequestBodyObject {
  const media = content['application/json'] ?? {};
  const { examples, ...schema } = tidySchema(media.schema ?? {}, 'request') as Schema;
  return {
    ...rest,
    required: (schema.required ?? []).length > 0,
    content: {
      'application/json': { schema, ...(examples ? { example: examples[0] } : {}) },
    },
  };
}

function success(
  generated: oas31.ResponseObject | oas31.ReferenceObject | undefined,
  meta: OperationMeta,
  schemas: Schemas,
): oas31.ResponseObject {
  const media =
    generated && !isRef(generated) ? generated.content?.['application/json'] : undefined;
  const schema = tidySchema(media?.schema ?? {}, 'response');
  const example = exampleOfSchema(schema, schemas);
  return {
    description: successText(meta),
    headers: successHeaders(meta),
    content: { 'application/json': { schema, ...(example ? { example } : {}) } },
  };
}

function successText({ status, createdAt }: OperationMeta): string {
  switch (status) {
    case 201:
      return createdAt ? 'Created; `Location` says where.' : 'Created.';
    case 202:
      return 'Accepted: it is done within seconds.';
    default:
      return 'Done.';
  }
}
