import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import * as sdk from '../../dist/sdk/typescript/index.js';
import { errorCatalogue } from '../../src/shared/errors/errors.ts';

const { ApiError, ConnectionError, TeamApi, TeamApiError, ValidationError } = sdk;
const key = 'svck_live_0123456789_abcdefghijklmnopqrstuvwxyz';

/** A client whose requests all get one answer, without a retry. */
function answered(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new TeamApi({
    url: 'https://team.example',
    key,
    maxRetries: 0,
    fetch: async () => new Response(text, { status, headers }),
  });
}

async function errorOf(call: Promise<unknown>): Promise<InstanceType<typeof ApiError>> {
  return call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error) => error,
  );
}

/** The code `seat_limit_reached` belongs to the class `SeatLimitReachedError`. */
const className = (code: string) =>
  `${code.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())}Error`;

test.each(Object.entries(errorCatalogue))('%s has a class of its own', async (code, { status }) => {
  const error = await errorOf(answered(status, { code, status }).me());
  const name = className(code).replace('ErrorError', 'Error');
  expect([error.constructor.name, error.name]).toEqual([name, name]);
  expect((sdk as Record<string, unknown>)[name]).toBe(error.constructor);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toBeInstanceOf(TeamApiError);
  expect([error.code, error.status]).toEqual([code, status]);
});

test('an error has the members of the problem document', async () => {
  const errors = [{ in: 'body', pointer: '/due_date', code: 'custom', detail: 'Not a day' }];
  const problemDocument = {
    type: 'x',
    title: 'Eingabe ungültig',
    status: 422,
    code: 'validation_error',
  };
  const client = answered(
    422,
    { ...problemDocument, errors, request_id: 'r-0' },
    { 'x-request-id': 'r-1' },
  );
  const error = await errorOf(client.assignments.update('asg_1', {}));
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).toMatchObject({ errors, title: 'Eingabe ungültig', requestId: 'r-1', status: 422 });
  expect(error.message).toBe(
    'PATCH /assignments/asg_1: 422 validation_error: body /due_date: Not a day (request r-1)',
  );
  const scoped = answered(403, { code: 'insufficient_scope', required_scope: 'users:read' });
  expect((await errorOf(scoped.users.get('mem_1'))).requiredScope).toBe('users:read');
  const taken = answered(422, { code: 'kombination_ungueltig', dimension: 'role', id: 'rol_1' });
  expect(await errorOf(taken.me())).toMatchObject({ dimension: 'role', id: 'rol_1' });
});

test('the message names the path with its id, without the query, and the seconds to wait', async () => {
  const gone = await errorOf(answered(404, { code: 'not_found' }).users.get('mem_/?1'));
  expect(gone.message).toBe('GET /users/mem_%2F%3F1: 404 not_found');
  const full = answered(429, { code: 'rate_limited' }, { 'retry-after': '59' });
  const listed = full.trainings.list({ user_id: 'usr_1' });
  expect((await errorOf(Promise.resolve(listed))).message).toBe(
    'GET /trainings: 429 rate_limited: retry after 59 s',
  );
});

test('an unknown code, an unknown field or another form of answer makes the client throw nothing but ApiError', async () => {
  const unknown = await errorOf(answered(418, { code: 'new_code', more: [1], errors: 'no' }).me());
  expect([unknown.constructor, unknown.code, unknown.errors]).toEqual([ApiError, 'new_code', []]);
  for (const body of [
    '<html>',
    '',
    '[]',
    'null',
    '7',
    { code: 7, detail: {} },
    { code: 'toString' },
  ]) {
    const error = await errorOf(answered(502, body).me());
    expect([error.constructor, error.status]).toEqual([ApiError, 502]);
  }
  const me = { tenant_id: 't', kind: 'new kind', scopes: ['new:scope'], more: { than: 'known' } };
  expect(await answered(200, me).me()).toEqual(me);
});

test('a 404 without a code says that the address may be wrong, and a 502 of a proxy does not', async () => {
  const wrong = await errorOf(answered(404, '<html>').me());
  expect([wrong.code, wrong.detail]).toEqual([
    'http_404',
    'this is no answer of the API. Is url its address?',
  ]);
  const away = await errorOf(answered(502, '<html>').me());
  expect([away.code, away.detail]).toEqual(['http_502', undefined]);
});

test('an invalid Date is refused with the name of its parameter', async () => {
  const list = answered(200, {}).trainings.list({ since: new Date('x') });
  await expect(Promise.resolve(list)).rejects.toThrow('since must be a valid Date');
});

test('a call whose answer is cut off fails', async () => {
  for (const body of ['{"tenant_id":"t', '', '<html>']) {
    expect(await errorOf(answered(200, body).me())).toBeInstanceOf(ConnectionError);
  }
});

test('a broken connection names the address, without a password and a query', async () => {
  const broken = async () => Promise.reject(new Error('cut'));
  const url = 'https://user:pw@team.example:8443/api';
  const client = new TeamApi({ url, key, maxRetries: 0, fetch: broken });
  const error = await errorOf(Promise.resolve(client.users.list({ limit: 1 })));
  expect([error.message, error.detail]).toEqual([
    'GET /users: cut (at https://team.example:8443)',
    'cut (at https://team.example:8443)',
  ]);
});

test('the error of a POST names the key with which the call may be repeated', async () => {
  const client = answered(503, {});
  const made = await errorOf(client.cases.create({ user_id: 'usr_1' }));
  expect(made.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  const own = client.cases.create({ user_id: 'usr_1' }, { idempotencyKey: 'mine' });
  expect((await errorOf(own)).idempotencyKey).toBe('mine');
  expect((await errorOf(client.me())).idempotencyKey).toBeUndefined();
});

test('no error contains the API key, and neither does the client when it is printed', async () => {
  const careless = async (_: unknown, init?: RequestInit) => {
    const cause = new Error(`refused: ${key}`);
    throw Object.assign(new TypeError(`cannot send ${key}`, { cause }), { request: init });
  };
  const client = new TeamApi({ url: 'https://team.example', key, maxRetries: 0, fetch: careless });
  const errors = [
    await errorOf(client.me()),
    await errorOf(answered(401, { code: 'unauthorized', detail: 'no' }).me()),
  ];
  for (const shown of [...errors, client, client.users, client.users.list]) {
    const texts = [inspect(shown, { showHidden: true, depth: 9 }), JSON.stringify(shown) ?? ''];
    expect(texts.join('')).not.toContain(key);
    expect(texts.join('')).not.toContain('abcdefghij');
  }
  expect(errors[0]?.message).toContain('cannot send [key]: refused: [key]');
});

test.each([undefined, '', ' '])(
  'a missing key (%j) is refused, with the place of a new one',
  (input) => {
    const make = () => new TeamApi({ url: 'https://team.example', key: input });
    expect(make).toThrow(/^no key was given: make one in the app, under API keys$/);
  },
);

test.each(['svck_live_\nabc', 'svck_live_ä'])(
  'the API key %j is refused before anything is sent, and the error does not quote it',
  (input) => {
    const make = () => new TeamApi({ url: 'https://team.example', key: input });
    expect(make).toThrow(/^key must be an API key: svck_live_…$/);
  },
);

test('a key from a file may have a line break at its end', async () => {
  let sent = '';
  const client = new TeamApi({
    url: 'https://team.example/api/public/v1/',
    key: `${key}\n`,
    fetch: async (address, init) => {
      sent = `${address} ${new Headers(init?.headers).get('authorization')}`;
      return new Response('{}');
    },
  });
  await client.me();
  expect(sent).toBe(`https://team.example/api/public/v1/me Bearer ${key}`);
});

const noAddresses = [
  undefined,
  '',
  'team.example',
  '/api',
  'localhost:3000/api',
  'ftp://team.example',
];

test.each(noAddresses)('the address %j is refused', (url) => {
  expect(() => new TeamApi({ url, key })).toThrow('url must be the address of the API');
});

test.each(['', ' a', 'ä', 'x'.repeat(101)])('the idempotencyKey %j is refused', async (input) => {
  const call = answered(201, {}).users.invite({ email: 'a@b.example' }, { idempotencyKey: input });
  await expect(call).rejects.toThrow('1 to 100 printable ASCII characters');
});
