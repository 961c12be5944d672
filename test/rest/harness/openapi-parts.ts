import type { oas31 } from 'zod-openapi';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';

export const document = openApiDocument();

export type Schema = oas31.SchemaObject;

type Operation = Omit<oas31.OperationObject, 'responses' | 'parameters' | 'requestBody'> & {
  /** The name in the contract: `GET /users/{member_id}`. */
  name: string;
  method: string;
  parameters: oas31.ParameterObject[];
  body: oas31.MediaTypeObject | undefined;
  responses: Response[];
};

type Response = {
  status: number;
  headers: Map<string, oas31.HeaderObject>;
  type: string;
  media: oas31.MediaTypeObject;
};

const methods = ['get', 'post', 'patch', 'delete'] as const;

export const operations: Operation[] = Object.entries(document.paths ?? {}).flatMap(
  ([template, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [operationOf(`${method.toUpperCase()} ${template}`, operation)] : [];
    }),
);

/** The webhooks of the document, by the type of their event. */
export const events = Object.entries(document.webhooks ?? {}).map(([name, item]) => {
  if (isRef(item) || !item.post) throw new Error(`${name} is not sent by POST`);
  return operationOf(name, item.post);
});

function operationOf(name: string, operation: oas31.OperationObject): Operation {
  const { parameters, requestBody, responses, ...rest } = operation;
  return {
    ...rest,
    name,
    method: name.split(' ', 1)[0] ?? '',
    parameters: (parameters ?? []).map(resolve),
    body: requestBody && resolve(requestBody).content['application/json'],
    responses: Object.entries(responses ?? {}).map(([status, response]) =>
      responseOf(Number(status), resolve(response as oas31.ResponseObject)),
    ),
  };
}

function responseOf(status: number, { headers, content }: oas31.ResponseObject): Response {
  const [[type, media] = ['', {}]] = Object.entries(content ?? {});
  const named = Object.entries(headers ?? {}).map(
    ([name, header]) => [name, resolve(header as oas31.HeaderObject)] as const,
  );
  return { status, headers: new Map(named), type, media };
}

function isRef(value: object): value is oas31.ReferenceObject {
  return '$ref' in value;
}

function resolve<T extends object>(value: T | oas31.ReferenceObject): T {
  if (!isRef(value)) return value;
  let found: unknown = document;
  for (const name of value.$ref.split('/').slice(1)) {
    found = (found as Record<string, unknown>)[name];
  }
  return found as T;
}

/** Lists every object below a value, itself included, with its path. */
export function objectsIn(value: unknown, pointer = ''): [string, Record<string, unknown>][] {
  if (value === null || typeof value !== 'object') return [];
  return [
    [pointer, value as Record<string, unknown>],
    ...Object.entries(value).flatMap(([name, part]) => objectsIn(part, `${pointer}/${name}`)),
  ];
}

/** The codes that a response can have: the names of its examples. */
export function codesOf({ type, media }: Response): string[] {
  return type === 'application/problem+json' ? Object.keys(media.examples ?? {}) : [];
}
