import { beforeAll, describe, expect, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { routes } from '../../src/rest/routes.ts';
import { comparable } from '../harness/comparable.ts';
import { named } from '../harness/routes.ts';
import { insertCase } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest, withBody } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi();
let world: World;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
});

const writing = named(routes.filter(({ method }) => method !== 'GET'));
const creating = writing.filter(({ route }) => route.method === 'POST');
const KIB_256 = 256 * 1024;

test('D2: GET, PATCH and DELETE give 200, creation gives 201, /test, /retry and /replay give 202', () => {
  for (const { method, meta, template } of routes) {
    const ofPost = /\/(test|retry|replay)$/.test(template) ? 202 : 201;
    expect(meta.status).toBe(method === 'POST' ? ofPost : 200);
  }
});

const readable = creating.filter(({ route }) =>
  routes.some(({ method, template }) => method === 'GET' && isOneOf(template, route.template)),
);

function isOneOf(template: string, collection: string): boolean {
  return (
    template.startsWith(`${collection}/`) &&
    /^\{\w+_id\}$/.test(template.slice(collection.length + 1))
  );
}

test.each(readable)(
  'D3: 201 of $name has a Location, at which the same object can be read',
  async ({ route }) => {
    const valid = await validRequest(route, world);
    const created = await world.team.request('POST', valid.path, withBody(valid));
    expect(created.status).toBe(201);
    const location = String(created.headers.location);
    expect(location).toBe(`${BASE_PATH}${valid.path}/${created.body.id}`);
    const read = await api().requestAt('GET', location, { key: world.team.key });
    expect(read.body).toEqual(created.body);
  },
);

describe('D4: unknown path under the base', () => {
  test.each(['/nothing', '/users/a/b', '/crm', '', '/'])('%j', async (path) => {
    const existing = await world.team.request('GET', path);
    expect([existing.status, existing.body.code]).toEqual([404, 'not_found']);
    expect((await api().request('GET', path)).status).toBe(401);
  });
});

test('a request outside of the base path gets 404, and needs no key', async () => {
  const paths = ['/api/public', '/api/public/v2/me', '/api/public/v1x', '/favicon.ico', '/trpcx/a'];
  for (const path of paths) {
    expect((await api().requestAt('GET', path)).status).toBe(404);
    expect((await api().requestAt('POST', path)).status).toBe(404);
  }
});

test('a request outside of the base path is charged to its address', async () => {
  const still = await api().beside({ tickMs: 0 });
  const remaining = async () =>
    Number((await still.requestAt('GET', '/nowhere')).headers['ratelimit-remaining']);
  const before = await remaining();
  expect(before).toBeGreaterThan(0);
  expect(await remaining()).toBe(before - 1);
  await still.close();
});

test('D8: a path with one trailing slash is answered without a redirect; a path with // or a wrong case gets 404', async () => {
  const ask = (path: string) => world.team.request('GET', path);
  expect(comparable(await ask('/users/'))).toEqual(comparable(await ask('/users')));
  expect((await ask(`/users/${world.member.memberId}/`)).status).toBe(200);
  for (const path of ['//users', '/users//', '/Users', '/USERS', '/users/./', '/crm//deals']) {
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  }
  const upper = `/API/public/v1/users`;
  expect((await api().requestAt('GET', upper, { key: world.team.key })).status).toBe(404);
});

describe.each(writing)('$name', ({ route }) => {
  const ask = async (options: object, key = world.team.key) => {
    const { path } = await validRequest(route, world);
    return api().request(route.method, path, { key, ...options });
  };

  test('D9: a body of another Content-Type gives 415, code bad_request', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json']) {
      const response = await ask({ raw: '{}', headers: { 'content-type': type } });
      expect([response.status, response.body.code]).toEqual([415, 'bad_request']);
    }
    const latin = { 'content-type': 'application/json; charset=iso-8859-1' };
    expect((await ask({ raw: '{}', headers: latin })).status).toBe(415);
  });

  test('D11: a body of 256 KiB is read, a larger one gives 413, code bad_request', async () => {
    const exactly = `{}${' '.repeat(KIB_256 - 2)}`;
    expect((await ask({ raw: exactly })).status).not.toBe(413);
    const response = await ask({ raw: `${exactly} ` });
    expect([response.status, response.body.code]).toEqual([413, 'bad_request']);
  });

  test('D12: malformed JSON, or a top level that is not an object, gives 422 with errors', async () => {
    for (const raw of ['{', '[]', '"a"', 'null', '1', '{"a":1,}', '{} {}', "{'a':1}"]) {
      const response = await ask({ raw });
      expect([raw, response.status, response.body.code]).toEqual([raw, 422, 'validation_error']);
      expect(response.body.errors?.[0]).toMatchObject({ in: 'body' });
    }
  });

  test('D13: unknown body fields give 422, and so does any attempt to name a team', async () => {
    for (const name of ['tenant_id', 'team_id', 'id', 'toString', 'constructor']) {
      const valid = await validRequest(route, world);
      const body = { ...valid.body, [name]: world.team.tenantId };
      const response = await world.team.request(route.method, valid.path, { body });
      expect([name, response.status]).toEqual([name, 422]);
      expect(response.body.errors).toEqual([
        expect.objectContaining({ in: 'body', pointer: `/${name}` }),
      ]);
    }
  });

  test('D17: an undecodable body gives 422', async () => {
    const raw = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
    expect((await ask({ raw })).status).toBe(422);
  });

  test('D19: a compressed request gives 415', async () => {
    const response = await ask({ raw: '{}', headers: { 'content-encoding': 'gzip' } });
    expect([response.status, response.body.code]).toEqual([415, 'bad_request']);
  });
});

test('D11: a chunked body is counted while it arrives', async () => {
  const response = await api().sendBytes(
    `POST ${BASE_PATH}/users HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${world.team.key}\r\n` +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n' +
      `40001\r\n${' '.repeat(0x40001)}\r\n0\r\n\r\n`,
  );
  expect(response.status).toBe(413);
});

test('D17: NUL and lone surrogates in a text give 422, with the place of the text', async () => {
  for (const title of ['a\0b', 'a\ud800b', '\udc00']) {
    const body = { user_id: world.member.userId, title };
    const response = await world.team.request('POST', '/cases', { body });
    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual([
      expect.objectContaining({ in: 'body', pointer: '/title' }),
    ]);
  }
});

describe('the query', () => {
  const issues = async (query: string) => {
    const response = await world.team.request('GET', `/trainings?${query}`);
    return [response.status, response.body.errors?.map(({ pointer }) => pointer)];
  };

  test('D15: duplicate or bracketed parameters give 422', async () => {
    expect(await issues('limit=1&limit=2')).toEqual([422, ['/limit']]);
    expect(await issues('limit=1&limit=1')).toEqual([422, ['/limit']]);
    expect(await issues('user_id[]=a')).toEqual([422, ['/user_id[]']]);
    expect(await issues('status%5Beq%5D=a')).toEqual([422, ['/status[eq]']]);
  });

  test('D16: an empty value counts as absent', async () => {
    expect(await issues('cursor=&limit=&user_id=&since=')).toEqual([200, undefined]);
  });

  test('D79: a refused query names all issues at once', async () => {
    const [status, pointers] = await issues('limit=0&since=yesterday&color=red');
    expect(status).toBe(422);
    expect(pointers).toHaveLength(3);
    expect(pointers).toEqual(expect.arrayContaining(['/color', '/limit', '/since']));
  });

  test('D17, D30: NUL and bad percent-encoding give 422', async () => {
    for (const value of ['%00', '%ff', '%', '%zz', 'a%ED%A0%80']) {
      expect(await issues(`status=${value}`)).toEqual([422, ['/status']]);
    }
  });
});

describe('D30: ids in the path', () => {
  const byId = [
    ...new Set(routes.filter((r) => r.template.includes('{')).map((r) => r.template)),
  ].flatMap((template) => routes.find((route) => route.template === template) ?? []);

  test.each(named(byId))('$name', async ({ route }) => {
    const ask = async (id: string) => {
      const { body } = await validRequest(route, world);
      const path = route.template.replace(/\{\w+\}/, id);
      return (await world.team.request(route.method, path, body ? { body } : {})).status;
    };
    for (const id of [
      'x',
      '0',
      '-1',
      'mem_',
      '%20',
      '..%2f..',
      'a%27%20or%201=1',
      '%F0%9F%98%80',
    ]) {
      expect([id, await ask(id)]).toEqual([id, 404]);
    }
    expect(await ask('a'.repeat(100))).toBe(404);
    for (const id of ['%00', '%ff', '%', '%e2%82', 'a'.repeat(101)]) {
      expect([id, await ask(id)]).toEqual([id, 422]);
    }
  });
});

test('D18: Accept is ignored, never 406', async () => {
  const headers = { accept: 'text/html, application/xml;q=0.9' };
  const response = await world.team.request('GET', '/me', { headers });
  expect(response.status).toBe(200);
  expect(response.headers['content-type']).toBe('application/json');
});

test('D19: responses above 1 KiB come as gzip or br to a client that accepts them', async () => {
  for (let i = 0; i < 12; i++) await insertCase(world.team, { title: `${i} ${'x'.repeat(150)}` });
  const plain = await world.team.request('GET', '/cases');
  for (const coding of ['gzip', 'br']) {
    const headers = { 'accept-encoding': coding };
    const packed = await world.team.request('GET', '/cases', { headers });
    expect(packed.headers['content-encoding']).toBe(coding);
    expect(packed.headers.vary).toContain('Accept-Encoding');
    expect(Number(packed.headers['content-length'])).toBeLessThan(plain.text.length / 2);
    expect(packed.text).toBe(plain.text);
  }
  const small = await world.team.request('GET', '/me', { headers: { 'accept-encoding': 'gzip' } });
  expect(small.headers['content-encoding']).toBeUndefined();
});

test('D20, D23: no-store, no ETag, nosniff and no X-Powered-By on success and refusal', async () => {
  for (const path of ['/me', '/users', '/users/none', '/nothing']) {
    const { headers } = await world.team.request('GET', path);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers.etag).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  }
});

test('D21: an incoming X-Request-Id is ignored', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const { headers } = await world.team.request('GET', '/me', { headers: { 'x-request-id': id } });
  expect(headers['x-request-id']).not.toBe(id);
});

test('D25: health is outside the base path', async () => {
  expect((await api().requestAt('GET', '/healthz')).status).toBe(200);
  expect((await api().requestAt('GET', '/readyz')).status).toBe(200);
  expect((await world.team.request('GET', '/healthz')).status).toBe(404);
});

test('D26, D27: empty fields are null, and times are UTC with milliseconds', async () => {
  const { body } = await world.team.request('GET', `/trainings/${world.training}`);
  expect(body).toMatchObject({ finished_at: null, external_ref: null });
  expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});
