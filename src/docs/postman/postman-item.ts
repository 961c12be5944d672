import type { oas31 } from 'zod-openapi';
import type { Example, Item, Parameter, Request, Url } from './collection.ts';
import { keepingScript, keptIds } from './kept-ids.ts';

export type Operation = {
  document: oas31.OpenAPIObject;
  template: string;
  method: string;
  operation: oas31.OperationObject;
};

/** The variable of the one value that every reader has to replace in a body. */
export const WEBHOOK_URL = 'webhook_url';

type Described = oas31.ParameterObject;

const variables = new Set(
  Object.values(keptIds).flatMap((kept) => kept.map(({ variable }) => variable)),
);

/** A request of the collection, with its examples. */
export function itemOf(from: Operation): Item {
  const { operation } = from;
  const { description, ...sent } = requestOf(from);
  const kept = keptIds[operation.operationId ?? ''];
  const script = kept && { type: 'text/javascript' as const, exec: keepingScript(kept) };
  return {
    name: operation.summary ?? '',
    ...(script ? { event: [{ listen: 'test', script }] } : {}),
    request: { ...sent, description },
    response: examplesOf(from, sent),
  };
}

function requestOf(from: Operation): Request {
  const { document, operation, method } = from;
  const parameters = (operation.parameters ?? []).map((one) => parameterOf(document, one));
  const body = bodyOf(operation);
  const text = body === undefined ? '' : withVariables(JSON.stringify(body, null, 2));
  return {
    method,
    header: [
      { key: 'Accept', value: 'application/json' },
      ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ...parameters.filter((one) => one.in === 'header').map(headerOf),
    ],
    ...(text ? { body: { mode: 'raw', raw: text, options: { raw: { language: 'json' } } } } : {}),
    url: urlOf(from, parameters),
    description: operation.description ?? '',
  };
}

function bodyOf({ requestBody }: oas31.OperationObject): object | undefined {
  if (!requestBody || !('content' in requestBody)) return undefined;
  return requestBody.content['application/json']?.example as object | undefined;
}

/** Replaces the ids of an example by variables for real ids. */
function withVariables(json: string): string {
  return json
    .replace(/"(\w+)": "[^"]*"/g, (line, name: string) =>
      variables.has(name) ? `"${name}": "{{${name}}}"` : line,
    )
    .replace(/"url": "[^"]*"/, `"url": "{{${WEBHOOK_URL}}}"`);
}

function parameterOf(
  { components }: oas31.OpenAPIObject,
  parameter: oas31.ParameterObject | oas31.ReferenceObject,
): Described {
  if (!('$ref' in parameter)) return parameter;
  const found = components?.parameters?.[parameter.$ref.split('/').at(-1) ?? ''];
  if (!found || '$ref' in found) throw new Error(`${parameter.$ref} is not defined`);
  return found;
}

function headerOf({ name, description = '' }: Described): Parameter {
  // Each sending is a new action.
  if (name === 'Idempotency-Key') return { key: name, value: '{{$guid}}', description };
  return { key: name, value: 'en', description, disabled: true };
}

function urlOf({ template, method }: Operation, parameters: readonly Described[]): Url {
  const path = template
    .slice(1)
    .split('/')
    .map((part) => part.replace(/^\{(\w+)\}$/, ':$1'));
  const inPath = parameters.filter((one) => one.in === 'path');
  const variable = inPath.map(({ name, description }) => ({
    key: name,
    value: `{{${isReading(method, template) ? name : `new_${name}`}}}`,
    ...(description ? { description } : {}),
  }));
  const query = parameters.filter((one) => one.in === 'query').map(queryOf);
  return {
    raw: `{{baseUrl}}/${path.join('/')}`,
    host: ['{{baseUrl}}'],
    path,
    ...(query.length > 0 ? { query } : {}),
    ...(variable.length > 0 ? { variable } : {}),
  };
}

/** Whether a request only reads. The collection may retry only deliveries of an endpoint that it has made itself. */
function isReading(method: string, template: string): boolean {
  return method === 'GET' && !template.startsWith('/webhook');
}

/** A parameter of the query. It is disabled until the reader ticks it. */
function queryOf({ name, description = '', schema }: Described): Parameter {
  const { default: usual, examples } = schema && !('$ref' in schema) ? schema : {};
  return { key: name, value: String(usual ?? examples?.[0] ?? ''), description, disabled: true };
}

/** The operation's own examples, without those of all operations, such as 401. */
function examplesOf(
  { operation }: Operation,
  originalRequest: Example['originalRequest'],
): Example[] {
  return Object.entries(operation.responses ?? {}).flatMap(([status, response]) => {
    if (!('description' in response)) return [];
    const content = Object.entries(response.content ?? {}) as [string, oas31.MediaTypeObject][];
    return content.flatMap(([type, media]) =>
      valuesOf(media).map(([code, value]) => ({
        name: `${status} ${code}`.trim(),
        originalRequest,
        status: phrases[status] ?? '',
        code: Number(status),
        header: [{ key: 'Content-Type', value: type }],
        _postman_previewlanguage: 'json' as const,
        body: JSON.stringify(value, null, 2),
      })),
    );
  });
}

/** The examples by name. A single example has no name. The others are named after their errors. */
function valuesOf({ example, examples }: oas31.MediaTypeObject): [name: string, value: unknown][] {
  if (!examples) return [['', example]];
  return Object.entries(examples).map(([name, one]) => [name, 'value' in one ? one.value : null]);
}

const phrases: Record<string, string> = {
  '200': 'OK',
  '201': 'Created',
  '202': 'Accepted',
  '403': 'Forbidden',
  '404': 'Not Found',
  '409': 'Conflict',
  '422': 'Unprocessable Entity',
};
