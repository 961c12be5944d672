import type { oas31 } from 'zod-openapi';
import type { Collection, Folder, Variable } from './collection.ts';
import { keptIds } from './kept-ids.ts';
import { itemOf, type Operation, WEBHOOK_URL } from './postman-item.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
/** It never changes, so that an import replaces the former collection. */
const ID = '5b0a4a0e-7d2c-4f43-9a7e-2f1c6f0c9d11';

const introduction = (
  first: string,
) => `Every operation of the Team API, made from its OpenAPI document.

1. Set the variable \`key\` to an API key of your team. Keep it in the current value, which Postman does not share.
2. For the requests about webhooks, set \`webhook_url\` to an HTTPS URL of yours.
3. Send **Account / ${first}** to see that it works.

The requests keep ids for those that follow: a list keeps the first of its entries, to be read. What the collection changes and deletes is only what it has created itself (\`new_…\`).`;

/** Makes a Postman collection of the OpenAPI document. Other programs read this format too. */
export function postmanCollection(document: oas31.OpenAPIObject, baseUrl: string): Collection {
  const operations = operationsOf(document);
  const first = operations[0]?.operation.summary ?? '';
  return {
    info: {
      _postman_id: ID,
      name: document.info.title,
      description: introduction(first),
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl, type: 'string' },
      { key: 'key', value: '', type: 'string', description: 'An API key: svck_live_…' },
      {
        key: WEBHOOK_URL,
        value: 'https://hooks.customer.example/team-api',
        type: 'string',
        description: 'Where the requests about webhooks register an endpoint: a URL of yours.',
      },
      ...idVariables(operations),
    ],
    item: readingFirst(folders(document, operations)),
  };
}

function operationsOf(document: oas31.OpenAPIObject): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([template, methods]) =>
    (['get', 'post', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = methods[method];
      return operation ? [{ document, template, method: method.toUpperCase(), operation }] : [];
    }),
  );
}

/**
 * One folder for each noun. In each, requests that delete come last, so that the others still find their objects. What
 * belongs to an object is deleted before it.
 */
function folders(document: oas31.OpenAPIObject, operations: readonly Operation[]): Folder[] {
  return (document.tags ?? []).flatMap(({ name, description = '' }) => {
    const own = operations.filter(({ operation }) => operation.tags?.[0] === name);
    const isLast = (operation: Operation) => operation.method === 'DELETE';
    const deletions = own.filter(isLast).toSorted((a, b) => b.template.length - a.template.length);
    const ordered = [...own.filter((one) => !isLast(one)), ...deletions];
    return own.length > 0 ? [{ name, description, item: ordered.map(itemOf) }] : [];
  });
}

/** Folders that only read come first, because later requests need the ids that they find. */
function readingFirst(all: readonly Folder[]): Folder[] {
  const reads = ({ item }: Folder) => item.every(({ request }) => request.method === 'GET');
  return [...all.filter(reads), ...all.filter((folder) => !reads(folder))];
}

/** A value of the right form for each variable of an id. No object has this id, so nothing is changed by mistake. */
function idVariables(operations: readonly Operation[]): Variable[] {
  const names = new Set(Object.values(keptIds).flatMap((kept) => kept.map((one) => one.variable)));
  const examples = new Map(operations.flatMap(exampleIds));
  return [...names].map((key) => ({
    key,
    value: examples.get(key.replace(/^new_/, '')) ?? '',
    type: 'string',
  }));
}

function exampleIds({ operation }: Operation): [name: string, value: string][] {
  const inPath = (operation.parameters ?? []).flatMap((parameter) =>
    'name' in parameter && parameter.in === 'path'
      ? [[parameter.name, exampleOf(parameter.schema)] as [string, string]]
      : [],
  );
  const body = operation.requestBody;
  const example = body && 'content' in body ? body.content['application/json']?.example : undefined;
  const inBody = Object.entries((example ?? {}) as Record<string, unknown>);
  const ids = inBody.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return [...ids, ...inPath];
}

function exampleOf(schema: oas31.SchemaObject | oas31.ReferenceObject | undefined): string {
  return String((schema && 'examples' in schema && schema.examples?.[0]) || '');
}
