import { BASE_PATH } from '../../src/rest/base-path.ts';

export type Schema = { [keyword: string]: unknown };
type Reference = { $ref: string };
export type ResponseObject = {
  content?: Record<string, { schema?: Schema; examples?: Record<string, unknown> }>;
  headers?: Record<string, { required?: boolean; schema?: Schema } | Reference>;
};
type OperationObject = {
  operationId: string;
  responses: Record<string, ResponseObject | Reference>;
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  'x-codeSamples': { label: string; source: string }[];
};
type PathItem = Partial<Record<'get' | 'post' | 'patch' | 'delete', OperationObject>>;
export type OpenApiDocument = {
  paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  externalDocs: { url: string };
  servers: { url: string }[];
  components: { schemas?: Record<string, Schema> };
};

export type Operation = {
  method: string;
  template: string;
  object: OperationObject;
};

const methods = ['get', 'post', 'patch', 'delete'] as const;

export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    methods.flatMap((method): Operation[] => {
      const object = item[method];
      return object ? [{ method: method.toUpperCase(), template, object }] : [];
    }),
  );
}

/** Lists every operation and status of the document, and every code of a refusal. */
export function documentedAnswers(document: OpenApiDocument): string[] {
  return operationsOf(document).flatMap(({ object }) =>
    Object.entries(object.responses).flatMap(([status, response]) => {
      const answer = `${object.operationId} ${status}`;
      const codes = problemCodes(resolve<ResponseObject>(document, response));
      return codes.length === 0 ? [answer] : codes.map((code) => `${answer} ${code}`);
    }),
  );
}

/** The codes of a problem. The document uses them as names of its examples. */
export function problemCodes({ content }: ResponseObject): string[] {
  return Object.keys(content?.['application/problem+json']?.examples ?? {});
}

/** Looks the operation up in the document alone, so that a fault of the product's routing is noticed. */
export function operationAt(
  document: OpenApiDocument,
  method: string,
  path: string,
): Operation | undefined {
  if (!path.startsWith(`${BASE_PATH}/`)) return undefined;
  const segments = path.slice(BASE_PATH.length).replace(/\/$/, '').split('/');
  return operationsOf(document).find((operation) => {
    const expected = operation.template.split('/');
    return (
      operation.method === (method === 'HEAD' ? 'GET' : method) &&
      expected.length === segments.length &&
      expected.every((part, i) =>
        part.startsWith('{') ? segments[i] !== '' : part === segments[i],
      )
    );
  });
}

export function resolve<T extends object>(document: OpenApiDocument, value: T | Reference): T {
  if (!('$ref' in value)) return value;
  let found: unknown = document;
  for (const token of value.$ref.slice(2).split('/')) {
    found = (found as Record<string, unknown>)[token.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return found as T;
}
