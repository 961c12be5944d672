import type { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import type { OperationMeta } from '../../operation/procedure.ts';
import type { Route } from '../routes.ts';
import { codeSamples } from './code-samples.ts';
import { exampleOf, resolved } from './examples.ts';
import { successHeaders } from './headers.ts';
import { parametersOf } from './parameters.ts';
import { problemResponses } from './problem-responses.ts';
import { isRef, type Schema, tidySchema } from './tidy-schema.ts';

type Schemas = Record<string, Schema>;

/**
 * Adds the parts of an operation that the generator does not know: statuses, headers, errors, scope and
 * examples.
 */
export function completeOperation(
  generated: oas31.OperationObject,
  route: Route,
  schemas: Schemas,
): oas31.OperationObject {
  const { meta, input } = route;
  const { requestBody, parameters, responses, ...rest } = generated;
  const { scope } = meta.permission;
  return {
    ...rest,
    description: descriptionOf(rest.description, meta),
    // The scope is named beside the security scheme (D174).
    security:
      scopesOf(scope).length > 0
        ? scopesOf(scope).map((one) => ({ bearerAuth: [one] }))
        : [{ bearerAuth: [] }],
    parameters: parametersOf(parameters, meta, input),
    ...(requestBody && !isRef(requestBody) ? { requestBody: bodyOf(requestBody, input) } : {}),
    responses: {
      [meta.status]: success(responses?.['200'], meta, schemas),
      ...problemResponses(meta),
    },
    'x-codeSamples': codeSamples(route),
  };
}

type Needed = OperationMeta['permission']['scope'];

const scopesOf = (scope: Needed): readonly string[] => [scope ?? []].flat();

function descriptionOf(text: string | undefined, { permission }: OperationMeta): string {
  return [
    text,
    neededScope(permission.scope),
    permission.needsMemberDetail &&
      'Closed (`privacy_restricted`) while the team has turned off `member_detail_enabled`.',
  ]
    .filter(Boolean)
    .join('\n\n');
}

function neededScope(scope: Needed): string {
  const [first, ...others] = scopesOf(scope);
  if (!first) return 'Needs no scope.';
  return others.length > 0
    ? 'Each type needs the scope of its list.'
    : `Needs the scope \`${first}\`.`;
}

/** A body is required only if it has required fields, because an empty body is read as `{}` (D89). */
function bodyOf(
  { content, ...rest }: oas31.RequestBodyObject,
  input: z.ZodObject,
): oas31.RequestBodyObject {
  const media = content['application/json'] ?? {};
  const { examples: _, ...schema } = tidySchema(media.schema ?? {}, 'request') as Schema;
  // Zod omits the examples of a schema with a transform.
  const [example] = input.meta()?.examples ?? [];
  return {
    ...rest,
    required: (schema.required ?? []).length > 0,
    content: { 'application/json': { schema, ...(example ? { example } : {}) } },
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
  const component = resolved(schema, schemas);
  const example = exampleOf(component, schemas, meta.status);
  return {
    description: component?.description ?? successText(meta, component),
    headers: successHeaders(meta),
    content: { 'application/json': { schema, ...(example ? { example } : {}) } },
  };
}

function successText({ status }: OperationMeta, component: Schema | undefined): string {
  if (status === 202) return 'Accepted: it is done within seconds.';
  return component?.properties?.data ? 'A page of the list.' : 'Done.';
}
