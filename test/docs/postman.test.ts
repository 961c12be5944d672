import { createContext, runInContext } from 'node:vm';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { keepingScript, keptIds } from '../../src/docs/postman/kept-ids.ts';
import { postmanCollection } from '../../src/docs/postman/postman-collection.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/routes.ts';
import { postmanSchema } from './harness/postman-schema.ts';

const document = openApiDocument();
const collection = postmanCollection(document, 'https://team.example/api/public/v1');
const items = collection.item.flatMap(({ item }) => item);
const named = items.map(
  (item) => [`${item.request.method} ${item.request.url.raw}`, item] as const,
);
const defined = new Set(collection.variable.map(({ key }) => key));

test('the collection has the form that programs import', () => {
  const validate = new Ajv({ allErrors: true, strict: false }).compile(postmanSchema);
  validate(collection);
  expect(validate.errors).toBeNull();
});

test('every operation occurs once, in the folder of its noun', () => {
  const expected = routes.map(({ method, template, meta }) => {
    const path = template.replaceAll(/\{(\w+)\}/g, ':$1');
    return `${meta.openapi?.tags?.[0]}: ${method} {{baseUrl}}${path}`;
  });
  const found = collection.item.flatMap(({ name, item }) =>
    item.map(({ request }) => `${name}: ${request.method} ${request.url.raw}`),
  );
  expect(found.toSorted()).toEqual(expected.toSorted());
});

test('what belongs to an object is deleted before the object', () => {
  const deleted = items
    .filter(({ request }) => request.method === 'DELETE')
    .map(({ request }) => request.url.raw);
  const late = deleted.filter((path, i) =>
    deleted.slice(0, i).some((one) => path.startsWith(`${one}/`)),
  );
  expect(deleted.length).toBeGreaterThan(3);
  expect(late).toEqual([]);
});

test('all requests use one key, which is not in the collection', () => {
  expect(collection.auth.bearer).toEqual([{ key: 'token', value: '{{key}}', type: 'string' }]);
  expect(collection.variable.find(({ key }) => key === 'key')?.value).toBe('');
  expect(JSON.stringify(collection)).not.toMatch(/svck_live_\w/);
});

describe.each(named)('%s', (_, { request, response }) => {
  const { method, header, url, body } = request;

  test('uses only variables that the collection has', () => {
    const used = JSON.stringify({ url, body, header }).matchAll(/\{\{(\$?\w+)\}\}/g);
    const unknown = [...used].map(([, name = '']) => name).filter((name) => !defined.has(name));
    expect(unknown).toEqual(method === 'POST' ? ['$guid'] : []);
  });

  test('changes and deletes only what the collection itself has made', () => {
    const ids = (url.variable ?? []).map(({ value }) => value);
    const wrong = ids.filter((value) => method !== 'GET' && !value.startsWith('{{new_'));
    expect(wrong).toEqual([]);
  });

  test('sends a new Idempotency-Key each time, if it is a POST', () => {
    const keys = header.filter(({ key }) => key === 'Idempotency-Key').map(({ value }) => value);
    expect(keys).toEqual(method === 'POST' ? ['{{$guid}}'] : []);
  });

  test('leaves parameters out until the reader ticks them, and names the values of its path', () => {
    expect((url.query ?? []).filter(({ disabled }) => !disabled)).toEqual([]);
    const inPath = url.path.filter((part) => part.startsWith(':')).map((part) => part.slice(1));
    expect((url.variable ?? []).map(({ key }) => key)).toEqual(inPath);
  });

  test('shows the answer to a success first, and then those to its own errors', () => {
    expect(response.length).toBeGreaterThan(1);
    const [success, ...errors] = response.map(({ code, body: shown }) => {
      expect(() => JSON.parse(shown)).not.toThrow();
      return code;
    });
    expect(success).toBeLessThan(300);
    expect(errors.filter((code) => code < 400)).toEqual([]);
  });
});

describe('what a request keeps for later requests', () => {
  const examples = new Map(
    items.map(({ name, response }) => [name, response[0]?.body ?? ''] as const),
  );
  const operations = Object.values(document.paths ?? {}).flatMap((methods) =>
    [methods.get, methods.post, methods.patch, methods.delete].filter((one) => one !== undefined),
  );

  test.each(Object.entries(keptIds))('%s finds the value in its example', (operationId, kept) => {
    const operation = operations.find((one) => one.operationId === operationId);
    const set: Record<string, string> = {};
    const body = examples.get(operation?.summary ?? '') ?? '';
    run(keepingScript(kept), { code: 200, body, set });
    expect(Object.keys(set)).toEqual(kept.map(({ variable }) => variable));
    const example = collection.variable.filter(({ key }) => key in set);
    for (const { key, value } of example) expect(set[key]?.slice(0, 4)).toBe(value.slice(0, 4));
  });

  test('an error and an empty list change nothing', () => {
    for (const [code, body] of [
      [404, '{"code":"not_found"}'],
      [200, '{"data":[],"next_cursor":null}'],
      [200, '{}'],
    ] as const) {
      const set = {};
      for (const kept of Object.values(keptIds)) run(keepingScript(kept), { code, body, set });
      expect(set).toEqual({});
    }
  });

  type Answer = { code: number; body: string; set: Record<string, string> };

  function run(script: string[], { code, body, set }: Answer): void {
    const collectionVariables = {
      set: (name: string, value: string) => {
        set[name] = value;
      },
    };
    const pm = { response: { code, json: () => JSON.parse(body) }, collectionVariables };
    runInContext(script.join('\n'), createContext({ pm }));
  }
});
