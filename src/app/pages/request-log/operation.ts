import { useQuery } from '@tanstack/react-query';
import { BASE_PATH, DOCUMENT_NAME } from '../../../rest/base-path.ts';

/** The part of a JSON schema that the rules of a field are read from. */
export type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
};

export type Parameter = {
  in: string;
  name: string;
  required?: boolean;
  schema?: Schema;
  example?: unknown;
};

export type Operation = {
  parameters: Parameter[];
  /** The body and its example. Undefined for an operation without a body. */
  body?: { schema: Schema; example: unknown } | undefined;
};

type Json = { [name: string]: Json } | undefined;

/**
 * The operation of a request, from the OpenAPI document. Undefined until the document is loaded, and null if the document
 * has no such operation or could not be loaded.
 */
export function useOperation(
  method: string,
  route: string | null,
  isNeeded: boolean,
): Operation | null | undefined {
  const read = useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => {
      const answer = await fetch(`${BASE_PATH}${DOCUMENT_NAME}`, { signal });
      if (!answer.ok) throw new Error(`The document was not answered: ${answer.status}`);
      return (await answer.json()) as Json;
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isNeeded,
  });
  if (read.isError) return null;
  return read.data && operationIn(read.data, method, route);
}

export function operationIn(document: Json, method: string, route: string | null) {
  const found = document?.paths?.[route ?? '']?.[method.toLowerCase()];
  if (!found) return null;
  const content = (found.requestBody?.content as Json)?.['application/json'];
  const parameters = (found.parameters ?? []) as unknown as Json[];
  return {
    parameters: parameters.map((one) => resolved(document, one) as unknown as Parameter),
    body: content && {
      schema: resolved(document, content.schema) as Schema,
      example: content.example as unknown,
    },
  };
}

/** The object that a reference such as `#/components/parameters/Limit` names. */
function resolved(document: Json, value: Json): Json {
  const reference = value?.$ref as unknown;
  if (typeof reference !== 'string') return value;
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce((at: Json, name) => at?.[name], document);
}
