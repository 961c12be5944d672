import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { comparable } from '../harness/comparable.ts';
import { rateOf } from '../harness/response.ts';
import { named } from '../harness/routes.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi();
let world: World;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
});

const reading = routes.filter(({ method }) => method === 'GET');

describe.each(named(reading))('$name', ({ route }) => {
  test('D6: HEAD is the same as GET without body, with the same scope', async () => {
    const { path } = await validRequest(route, world);
    const get = await world.team.request('GET', path);
    const head = await world.team.request('HEAD', path);
    expect(head.status).toBe(200);
    expect(comparable(head)).toEqual({ ...comparable(get), text: '' });
    const { scope } = route.meta.permission;
    if (!scope) return;
    const { key } = await world.team.createKey({
      scopes: [scope === 'users:read' || Array.isArray(scope) ? 'catalog:read' : 'users:read'],
    });
    expect((await api().request('HEAD', path, { key })).status).toBe(403);
  });
});

const templates = [...new Set(routes.map(({ template }) => template))];
const someMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];

describe.each(templates)('%s', (template) => {
  const methods = routes.filter((route) => route.template === template).map((r) => r.method);
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  const path = template.replaceAll(/\{\w+\}/g, 'some_id');
  const allowOf = (value: unknown) => String(value).split(', ').sort();

  test('D7: OPTIONS gives 204 with Allow, without auth, and no CORS headers', async () => {
    const response = await api().request('OPTIONS', path);
    expect(response.status).toBe(204);
    expect(allowOf(response.headers.allow)).toEqual(allowed.toSorted());
    const names = Object.keys(response.headers);
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test.each(someMethods.filter((method) => !allowed.includes(method)))(
    'D5: %s gives 405 with Allow and the code bad_request, if the key is valid',
    async (method) => {
      const response = await world.team.request(method, path);
      expect(response.status).toBe(405);
      expect(allowOf(response.headers.allow)).toEqual(allowed.toSorted());
      if (method !== 'HEAD') expect(response.body.code).toBe('bad_request');
      expect((await api().request(method, path)).status).toBe(401);
    },
  );
});

test('D58: HEAD counts, OPTIONS does not', async () => {
  const team = await makeTeam(api());
  const first = rateOf(await team.request('GET', '/me'));
  await team.request('OPTIONS', '/me');
  expect(rateOf(await team.request('HEAD', '/me')).remaining).toBe(first.remaining - 1);
});

describe('D7: an optional list of origins from the configuration', () => {
  const origin = 'https://app.example.com';

  test('exposes the headers to a listed origin, and to no other', async () => {
    const listed = await api().beside({ env: { CORS_ORIGINS: origin } });
    const { key } = world.team;
    const ours = await listed.request('GET', '/me', { key, headers: { origin } });
    expect(ours.headers['access-control-allow-origin']).toBe(origin);
    const exposed = String(ours.headers['access-control-expose-headers']).toLowerCase();
    expect(exposed.split(', ').sort()).toEqual([
      'changes-remaining',
      'idempotency-replayed',
      'location',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'retry-after',
      'x-request-id',
    ]);
    expect(ours.headers.vary).toContain('Origin');
    const theirs = await listed.request('GET', '/me', {
      key,
      headers: { origin: 'https://evil.example' },
    });
    expect(theirs.headers['access-control-allow-origin']).toBeUndefined();
    // A cache must not give the answer for one language to a client of the other.
    expect(theirs.headers.vary).toContain('Origin');
    const askFrom = (asking: string) =>
      listed.request('OPTIONS', '/users', {
        headers: { origin: asking, 'access-control-request-method': 'POST' },
      });
    const preflight = await askFrom(origin);
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toContain('POST');
    const refused = await askFrom('https://evil.example');
    expect(Object.keys(refused.headers).join()).not.toContain('access-control');
    await listed.close();
  });

  test('lets a page of a listed origin read all refusals too', async () => {
    const listed = await api().beside({ env: { CORS_ORIGINS: origin } });
    const { key } = world.team;
    const headers = { origin };
    const refused = await Promise.all([
      listed.request('GET', '/me', { headers }),
      listed.request('GET', '/nothing', { key, headers }),
      listed.request('PUT', '/me', { key, headers }),
      listed.request('POST', '/users', { key, headers, raw: '{' }),
      listed.requestAt('GET', '/outside', { headers }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 404, 405, 422, 404]);
    for (const response of refused) {
      expect(response.headers['access-control-allow-origin']).toBe(origin);
      expect(response.headers['access-control-expose-headers']).toContain('Retry-After');
    }
    await listed.close();
  });

  test('is named by Vary, beside what else an answer depends on', async () => {
    const listed = await api().beside({ env: { CORS_ORIGINS: origin } });
    const varies = async (path: string, headers = {}) => {
      const response = await listed.request('GET', path, { key: world.team.key, headers });
      return String(response.headers.vary).split(', ').toSorted();
    };
    expect(await varies('/nothing')).toEqual(['Accept-Language', 'Origin']);
    expect(await varies('/catalog')).toEqual(['Accept-Language', 'Origin']);
    expect(await varies('/openapi.v1.json', { origin })).toEqual(['Accept-Encoding', 'Origin']);
    await listed.close();
  });
});
