import type { oas31 } from 'zod-openapi';

export type Document = oas31.OpenAPIObject;
export type Schema = oas31.SchemaObject;
export type Operation = oas31.OperationObject;
export type Parameter = oas31.ParameterObject;
export type Response = oas31.ResponseObject;
export type Header = oas31.HeaderObject;

const methods = ['get', 'post', 'patch', 'delete'] as const;

export function isRef(value: object): value is oas31.ReferenceObject {
  return '$ref' in value;
}

/** Follows a reference to a component. */
export function resolved<T extends object>(
  document: Document,
  value: T | oas31.ReferenceObject,
): T {
  if (!isRef(value)) return value;
  let found: unknown = document;
  for (const name of value.$ref.split('/').slice(1)) {
    found = (found as Record<string, unknown>)[name];
  }
  if (!found) throw new Error(`${value.$ref} is not in the document`);
  return found as T;
}

/** Every operation, in the order of the document. */
export function operationsOf(document: Document) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((verb) => {
      const operation = item[verb];
      return operation ? [{ method: verb.toUpperCase(), path, operation }] : [];
    }),
  );
}

/** Every type of event, in the order of the document. */
export function webhooksOf(document: Document) {
  return Object.entries(document.webhooks ?? {}).map(([type, item]) => {
    const { post } = resolved(document, item);
    if (!post) throw new Error(`${type} is not sent by POST`);
    return { type, operation: post };
  });
}
