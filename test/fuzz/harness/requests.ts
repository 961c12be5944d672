import fc from 'fast-check';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import type { OpenApiDocument, Operation } from '../../harness/document.ts';
import { operationsOf } from '../../harness/document.ts';
import { inheritedNames, valuesWithInheritedNames } from './inherited-names.ts';
import { headerText, json, text, urlText } from './values.ts';

export type FuzzRequest = {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: Buffer;
  hasKey: boolean;
};

/** Existing ids and values, so that a request passes the first checks. */
export type ExistingValues = {
  paths: Record<string, string[]>;
  values: string[];
  bodies: Record<string, Record<string, unknown>>;
};

const mostly = <T>(usual: T, odd: fc.Arbitrary<T>, weight = 6): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });

function pathOf({ template }: Operation, existing: ExistingValues): fc.Arbitrary<string> {
  const segments = template.split('/').slice(1);
  const parts = segments.map((segment) => {
    const ids = existing.paths[segment];
    return ids
      ? fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...ids) },
          { weight: 1, arbitrary: fc.constantFrom(...inheritedNames) },
          { weight: 4, arbitrary: urlText.map((value) => value.replaceAll(/[?#/]/g, '')) },
        )
      : mostly(segment, urlText, 60);
  });
  const tail = mostly('', fc.constantFrom('/', '//', '/x', '/%2e'), 20);
  return fc.tuple(tail, ...parts).map(([end, ...path]) => `/${path.join('/')}${end}`);
}

function queryOf({ object }: Operation, existing: ExistingValues): fc.Arbitrary<string> {
  const names = (object.parameters ?? []).filter((p) => p.in === 'query').map(({ name }) => name);
  const name = names.length > 0 ? mostly(names[0] ?? '', fc.constantFrom(...names), 1) : urlText;
  const value = fc.oneof(
    urlText,
    fc.constantFrom(...existing.values, ...inheritedNames, '1', '200', '0', '201', ''),
  );
  const pair = fc
    .tuple(mostly('', urlText, 5), name, value)
    .map(([odd, usual, input]) => `${odd || usual}=${input}`);
  const most = object.requestBody || names.length === 0 ? 1 : 4;
  return fc.array(pair, { maxLength: most }).map((pairs) => pairs.join('&'));
}

function bodyOf(
  { object, method, template }: Operation,
  existing: ExistingValues,
): fc.Arbitrary<Buffer> {
  const schema = object.requestBody?.content['application/json']?.schema;
  const names = Object.keys(schema?.properties ?? {});
  const valid = existing.bodies[`${method} ${template}`] ?? {};
  const value = fc.oneof(
    json,
    fc.constantFrom<unknown>(...existing.values),
    fc.constantFrom(...valuesWithInheritedNames),
  );
  const changed = fc
    .dictionary(
      names.length > 0 ? mostly(names[0] ?? '', fc.constantFrom(...names), 1) : text,
      value,
      {
        maxKeys: 3,
      },
    )
    .map((fields) => ({ ...valid, ...fields }));
  const document = fc.oneof({ weight: 5, arbitrary: changed }, { weight: 1, arbitrary: json });
  const asText = document.map((input) => Buffer.from(JSON.stringify(input) ?? ''));
  const broken = fc.oneof(
    fc
      .tuple(asText, fc.nat())
      .map(([bytes, place]) => bytes.subarray(0, place % (bytes.length + 1))),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom('[', '{"a":').map((start) => Buffer.from(start.repeat(5000))),
    text.map((input) => Buffer.from(`{"title":"${input}","title":1,"\\u0074itle":2}`)),
    fc.constant(Buffer.alloc(300 * 1024, ' ')),
  );
  if (method === 'GET') return mostly(Buffer.alloc(0), asText, 20);
  return fc.oneof({ weight: 5, arbitrary: asText }, { weight: 1, arbitrary: broken });
}

const oddHeaders = fc.array(
  fc.tuple(
    fc.constantFrom(
      'Accept',
      'Accept-Encoding',
      'Accept-Language',
      'Content-Encoding',
      'Content-Type',
      'Cookie',
      'Expect',
      'Idempotency-Key',
      'If-None-Match',
      'Origin',
      'Range',
      'X-Forwarded-For',
      'X-HTTP-Method-Override',
      'X-Odd',
      'X-Request-Id',
      '__proto__',
    ),
    headerText,
  ),
  { maxLength: 3 },
);

const oddMethods = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
);

function requestOf(operation: Operation, existing: ExistingValues): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      method: mostly(operation.method, oddMethods, 15),
      path: pathOf(operation, existing),
      query: mostly('', queryOf(operation, existing), 1),
      odd: mostly([], oddHeaders, 2),
      type: mostly('application/json', headerText, 12),
      body: bodyOf(operation, existing),
      hasKey: mostly(true, fc.constant(false), 30),
    })
    .map(({ method, path, query, odd, type, body, hasKey }) => ({
      method,
      url: `${BASE_PATH}${path}${query ? `?${query}` : ''}`.replaceAll(/[\s\0]/g, '%20'),
      headers: [
        ...(body.length > 0 ? ([['Content-Type', type]] as [string, string][]) : []),
        ...odd,
      ],
      body,
      hasKey,
    }));
}

/** Chooses each operation equally often. */
export function anyRequest(
  document: OpenApiDocument,
  existing: ExistingValues,
): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...operationsOf(document).map((operation) => requestOf(operation, existing)));
}

export function bytesOf({ method, url, headers, body, hasKey }: FuzzRequest, key: string): Buffer {
  const lines = [
    `${method} ${url} HTTP/1.1`,
    'Host: localhost',
    ...(hasKey ? [`Authorization: Bearer ${key}`] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body.length > 0 ? [`Content-Length: ${body.length}`] : []),
  ];
  // Request line and headers are bytes. A character beyond Latin-1 is sent as UTF-8.
  const head = Buffer.concat(
    [...`${lines.join('\r\n')}\r\n\r\n`].map((char) =>
      (char.codePointAt(0) ?? 0) > 255 ? Buffer.from(char) : Buffer.from(char, 'latin1'),
    ),
  );
  return Buffer.concat([head, body]);
}
