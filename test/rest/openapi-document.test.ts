import { expect, test } from 'vitest';
import { BASE_PATH, DOCUMENT_NAME } from '../../src/rest/base-path.ts';
import { errorCatalogue } from '../../src/shared/errors/errors.ts';
import { contractTable } from './harness/contract-table.ts';
import { codesOf, document, events, operations } from './harness/openapi-parts.ts';

const common = [
  'unauthorized',
  'api_disabled',
  'validation_error',
  'rate_limited',
  'internal',
  'unavailable',
];
const fourHeaders = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

function operation(name: string) {
  const found = operations.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`${name} is not documented`);
  return found;
}

test('G9: an OpenAPI 3.1 description of the same routes, relative to the base path', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toMatchObject([{ url: BASE_PATH }]);
  expect(operations.map(({ name }) => name).sort()).toEqual(
    contractTable.map(([name]) => name).sort(),
  );
  expect(Object.keys(document.paths ?? {})).not.toContain(DOCUMENT_NAME); // D176
});

test('a 404 about an id in the body has an example that says what was not found', () => {
  for (const [name, detail] of [
    ['POST /assignments', 'The team has no member with this member_id.'],
    ['POST /cases', 'The team has no active member with this user_id.'],
  ] as const) {
    const media = operation(name).responses.find(({ status }) => status === 404)?.media;
    expect(media?.examples?.not_found).toMatchObject({ value: { detail } });
  }
});

test.each(contractTable)(
  'D174: the scope of %s is in `security` and in its text',
  (name, scope) => {
    const { security, description } = operation(name);
    if (Array.isArray(scope)) {
      expect(security).toEqual(scope.map((one) => ({ bearerAuth: [one] })));
      expect(description).toContain('Each type needs the scope of its list.');
      return;
    }
    expect(security).toEqual([{ bearerAuth: scope ? [scope] : [] }]);
    expect(description).toContain(scope ? `Needs the scope \`${scope}\`.` : 'Needs no scope.');
  },
);

test.each(contractTable)('D2: %s succeeds with the one status of the table', (name, _, status) => {
  const successes = operation(name).responses.filter((response) => response.status < 400);
  expect(successes).toMatchObject([{ status, type: 'application/json' }]);
});

test.each(contractTable)('D85: %s lists its errors and the common ones', (name, scope, _, own) => {
  const { responses, method } = operation(name);
  const expected = [
    ...common,
    ...own,
    ...(scope ? ['insufficient_scope'] : []),
    ...(method === 'POST' ? ['conflict', 'idempotency_mismatch'] : []),
    ...(method === 'GET' ? [] : ['bad_request', 'bad_request']),
  ];
  expect(responses.flatMap(codesOf).sort()).toEqual(expected.sort());
});

test('X: every code is listed under its status, as a problem document', () => {
  for (const response of operations.flatMap(({ responses }) => responses)) {
    if (response.status < 400) continue;
    expect(response.type).toBe('application/problem+json');
    for (const [code, { value }] of Object.entries(response.media.examples ?? {}) as [
      keyof typeof errorCatalogue,
      { value: unknown },
    ][]) {
      const status = code === 'bad_request' ? response.status : errorCatalogue[code].status;
      expect(response.status).toBe(status);
      expect(value).toMatchObject({ code, status, title: errorCatalogue[code].en });
    }
  }
});

test('D81: bad_request keeps the status of what refused the body, 413 or 415', () => {
  for (const { method, responses } of operations) {
    const statuses = responses.filter((response) => codesOf(response).includes('bad_request'));
    expect(statuses.map(({ status }) => status)).toEqual(method === 'GET' ? [] : [413, 415]);
  }
});

test('G8: every response carries the four headers', () => {
  for (const { headers } of operations.flatMap(({ responses }) => responses)) {
    for (const name of fourHeaders) expect(headers.get(name)?.required).toBe(true);
  }
});

test('X: 429 and 503 have Retry-After in seconds; D39: 401 says how to authenticate', () => {
  for (const { status, headers } of operations.flatMap(({ responses }) => responses)) {
    expect(headers.has('Retry-After')).toBe(status === 429 || status === 503);
    expect(headers.has('WWW-Authenticate')).toBe(status === 401);
  }
});

test('D78: problems and /catalog have Content-Language', () => {
  for (const { name, responses } of operations) {
    for (const { status, headers } of responses) {
      expect(headers.has('Content-Language')).toBe(status >= 400 || name === 'GET /catalog');
    }
  }
});

test('D3: a 201 has Location where a GET by id exists', () => {
  const names = new Set(operations.map(({ name }) => name));
  for (const { name, responses } of operations) {
    const collection = `${name.replace('POST', 'GET')}/`;
    const isReadable = [...names].some(
      (other) =>
        other.startsWith(collection) && /^\{\w+_id\}$/.test(other.slice(collection.length)),
    );
    for (const { status, headers } of responses) {
      expect([name, headers.has('Location')]).toEqual([name, status === 201 && isReadable]);
    }
  }
});

test('L, D98: every POST takes an Idempotency-Key of up to 100 characters, and no other operation takes one', () => {
  for (const { method, parameters, responses } of operations) {
    const key = parameters.find(({ name }) => name === 'Idempotency-Key');
    expect(key?.schema).toEqual(
      method === 'POST' ? expect.objectContaining({ minLength: 1, maxLength: 100 }) : undefined,
    );
    const kept = new Set([201, 202, 403, 404, 409, 422]); // D90
    for (const { status, headers } of responses) {
      const mayBeReplayed = method === 'POST' && kept.has(status);
      expect(headers.has('Idempotency-Replayed')).toBe(mayBeReplayed);
    }
  }
});

test('X: Accept-Language chooses the language of every error', () => {
  for (const { parameters } of operations) {
    expect(parameters.map(({ name }) => name)).toContain('Accept-Language');
  }
});

test('D63, D70: limit is 1 to 200 and 50 by default, for every list with pages and for deliveries', () => {
  for (const { name, parameters } of operations) {
    const limit = parameters.find(({ name }) => name === 'limit');
    const cursor = parameters.find(({ name }) => name === 'cursor');
    const isBounded = Boolean(cursor) || name.endsWith('/deliveries');
    expect(Boolean(limit)).toBe(isBounded);
    if (!limit) continue;
    expect(limit.schema).toEqual({ type: 'integer', minimum: 1, maximum: 200, default: 50 });
  }
});

test('D28: since and updated_since are date-times', () => {
  const times = operations
    .flatMap(({ parameters }) => parameters)
    .filter(({ name }) => name.endsWith('since'));
  expect(times.map(({ name }) => name)).toEqual(['since', 'updated_since', 'since']);
  for (const { schema } of times) expect(schema).toMatchObject({ format: 'date-time' });
});

test('D175: every operation has an id of its own, a declared tag, and a description of each input', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set([...ids, ...events.map(({ operationId }) => operationId)]).size).toBe(
    operations.length + events.length,
  );
  const tags = document.tags?.map(({ name }) => name);
  for (const operation of operations) {
    expect(operation.summary).toMatch(/\S/);
    expect(operation.tags).toHaveLength(1);
    expect(tags).toContain(operation.tags?.[0]);
    for (const { description } of operation.parameters) expect(description).toMatch(/\S/);
  }
  const used = [...operations, ...events].flatMap((operation) => operation.tags);
  expect(new Set(used)).toEqual(new Set(tags));
});
