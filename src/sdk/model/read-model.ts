import { BASE_PATH } from '../../rest/base-path.ts';
import { errorGuide } from '../../rest/error-guide.ts';
import { openApiDocument } from '../../rest/openapi/document.ts';
import { type Route, routes } from '../../rest/routes.ts';
import { type ErrorCode, errorCatalogue } from '../../shared/errors/errors.ts';
import { release } from './release.ts';
import type { SdkError, SdkModel, SdkOperation, SdkParameter, SdkSchema } from './sdk-model.ts';

type Media = { schema?: SdkSchema; example?: unknown; examples?: Record<string, unknown> };
type Response = { $ref?: string; content?: Record<string, Media> };
type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: SdkSchema;
};
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Response>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { requestBody: { content: Record<string, Media> } } }>;
  components: { schemas: Record<string, SdkSchema>; responses: Record<string, Response> };
};

/** Reads what the generators need from the routers and the OpenAPI document. */
export function readModel(): SdkModel {
  const document = JSON.parse(JSON.stringify(openApiDocument())) as Document;
  const events = eventsOf(document);
  const eventNames = new Set(Object.values(events).map(({ name }) => name));
  const { schemas } = document.components;
  return {
    ...release,
    basePath: BASE_PATH,
    operations: routes.map((route) => operationOf(route, document)),
    schemas: Object.fromEntries(
      Object.entries(schemas).filter(([name]) => !eventNames.has(name) && name !== 'Problem'),
    ),
    events,
    errors: errors(),
  };
}

function operationOf({ method, template, meta }: Route, document: Document): SdkOperation {
  const operation = document.paths[template]?.[method.toLowerCase()];
  if (!operation) throw new Error(`The document lacks ${method} ${template}`);
  const { operationId: id, summary, description, requestBody } = operation;
  const parameters = operation.parameters.filter(({ $ref }) => !$ref);
  const query = parametersIn(parameters, 'query');
  const body = requestBody?.content['application/json'];
  const answer = answerOf(operation, meta.status);
  // A page of the feed is no list that ends: customers keep its `cursor`.
  const { data, cursor } = document.components.schemas[answer]?.properties ?? {};
  const item = cursor ? undefined : data?.items;
  return {
    id,
    name: meta.sdk.split('.'),
    method: method as SdkOperation['method'],
    path: template,
    summary,
    description,
    scopes: [meta.permission.scope ?? []].flat(),
    ids: parametersIn(parameters, 'path'),
    query,
    body: body?.schema
      ? { schema: body.schema, isRequired: requestBody?.required === true, example: body.example }
      : null,
    status: meta.status,
    answer,
    list: item ? { item: nameIn(item), hasCursor: query.some((q) => q.name === 'cursor') } : null,
    takesIdempotencyKey: method === 'POST',
    errors: codesOf(operation, document),
  };
}

function parametersIn(parameters: Parameter[], place: string): SdkParameter[] {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, description = '', required = false, schema }) => ({
      name,
      description,
      isRequired: required,
      schema,
    }));
}

function answerOf({ operationId, responses }: Operation, status: number): string {
  const schema = responses[String(status)]?.content?.['application/json']?.schema;
  if (!schema) throw new Error(`The document does not describe the answer of ${operationId}`);
  return nameIn(schema);
}

function nameIn({ $ref }: SdkSchema): string {
  const name = $ref?.split('/').at(-1);
  if (!name) throw new Error('A schema of an answer needs an id');
  return name;
}

/** The document uses the codes of a problem as the names of its examples. */
function codesOf({ responses }: Operation, { components }: Document): string[] {
  const codes = Object.values(responses).flatMap(({ $ref, content }) => {
    const shared = $ref ? components.responses[$ref.split('/').at(-1) ?? '']?.content : content;
    return Object.keys(shared?.['application/problem+json']?.examples ?? {});
  });
  return Object.keys(errorCatalogue).filter((code) => codes.includes(code));
}

function eventsOf({ webhooks, components }: Document): SdkModel['events'] {
  return Object.fromEntries(
    Object.entries(webhooks).map(([type, { post }]) => {
      const name = nameIn(post.requestBody.content['application/json']?.schema ?? {});
      const schema = components.schemas[name];
      if (!schema) throw new Error(`The document does not describe ${type}`);
      return [type, { name, schema }];
    }),
  );
}

function errors(): SdkError[] {
  return (Object.keys(errorCatalogue) as ErrorCode[]).map((code) => {
    const { cause, cure } = errorGuide[code].en;
    return { code, status: errorCatalogue[code].status, cause, cure };
  });
}
