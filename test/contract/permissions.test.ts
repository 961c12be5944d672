import { beforeAll, describe, expect, test } from 'vitest';
import { type Scope, scopes } from '../../src/auth/scopes.ts';
import { routes } from '../../src/rest/routes.ts';
import { named, nameOf } from '../harness/routes.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { type ValidRequest, validRequest, withBody } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi();
let world: World;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
});

describe.each(named(routes))('$name', ({ route }) => {
  const { permission } = route.meta;
  // `GET /changes` asks for the scope of each type (D185): test/changes/scopes.test.ts.
  const isOfTypes = Array.isArray(permission.scope);
  const scope = isOfTypes ? null : (permission.scope as Scope | null);
  const needsMemberDetail = permission.needsMemberDetail || isOfTypes;
  let valid: ValidRequest;
  const ask = (key: string | undefined) =>
    api().request(route.method, valid.path, { key, ...withBody(valid) });

  beforeAll(async () => {
    valid = await validRequest(route, world);
  });

  test('401 unauthorized without a key', async () => {
    const response = await ask(undefined);
    expect(response.status).toBe(401);
    expect(response.body.code).toBe('unauthorized');
  });

  test('403 api_disabled when the tenant is suspended or ended, or has no API plan (D51)', async () => {
    const status = async (options: Parameters<typeof makeTeam>[1]) => {
      const { key } = await makeTeam(api(), options);
      const response = await ask(key);
      return [response.status, response.body.code];
    };
    expect(await status({ status: 'suspended' })).toEqual([403, 'api_disabled']);
    expect(await status({ status: 'ended' })).toEqual([403, 'api_disabled']);
    expect(await status({ plan: 'free' })).toEqual([403, 'api_disabled']);
  });

  test('429 rate_limited when the limit of the team is used up', async () => {
    const { key } = await makeTeam(api(), { rateLimit: 1 });
    await api().request('GET', '/me', { key });
    const response = await ask(key);
    expect(response.status).toBe(429);
    expect(response.body.retry_after).toBe(Number(response.headers['retry-after']));
  });

  if (scope) {
    test(`403 insufficient_scope names ${scope} when the key has every other scope (D48)`, async () => {
      const others = scopes.filter((other) => other !== scope);
      const { key } = await world.team.createKey({ scopes: others });
      const response = await ask(key);
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({ code: 'insufficient_scope', required_scope: scope });
      expect(response.body.detail).toContain(scope);
    });
  }

  if (needsMemberDetail) {
    test('D84: 403 privacy_restricted for the whole route while member_detail_enabled is off', async () => {
      const { key } = await makeTeam(api(), { memberDetail: false });
      const response = await ask(key);
      expect(response.status).toBe(403);
      expect(response.body.code).toBe('privacy_restricted');
    });
  } else {
    test('D84, D114, D128: works while member_detail_enabled is off, and shows no person', async () => {
      const requested = await validRequest(route, world);
      await world.team.set({ member_detail_enabled: false });
      const response = await world.team
        .request(route.method, requested.path, withBody(requested))
        .finally(() => world.team.set({ member_detail_enabled: true }));
      expect(response.status).toBe(route.meta.status);
      expect(response.text).not.toContain('@');
      expect(response.text).not.toContain('owner_user_id');
      expect(response.body.member_user_id ?? null).toBe(null);
      expect(response.body.member_id ?? null).toBe(null);
    });
  }

  test('D14, D13: an unknown parameter or field is refused', async () => {
    const response = await api().request(route.method, `${valid.path}?surprise=1`, {
      key: world.team.key,
      ...withBody(valid),
    });
    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual([
      expect.objectContaining({ in: 'query', pointer: '/surprise' }),
    ]);
  });

  if (route.pathParameters.size > 0) {
    test('D14: a query parameter cannot repeat a name of the path', async () => {
      const [name = ''] = route.pathParameters;
      const response = await api().request(route.method, `${valid.path}?${name}=x`, {
        key: world.team.key,
        ...withBody(valid),
      });
      expect(response.status).toBe(422);
      expect(response.body.errors).toEqual([
        expect.objectContaining({ in: 'query', pointer: `/${name}` }),
      ]);
    });
  }

  if (route.pathParameters.size > 0 && route.type === 'mutation') {
    test('D13: the body cannot repeat a name of the path', async () => {
      const [name = ''] = route.pathParameters;
      const response = await api().request(route.method, valid.path, {
        key: world.team.key,
        body: { ...valid.body, [name]: 'x' },
      });
      expect(response.status).toBe(422);
      expect(response.body.errors).toEqual([
        expect.objectContaining({ in: 'body', pointer: `/${name}` }),
      ]);
    });
  }

  test(`a key with ${scope ?? 'any scope'} alone is enough`, async () => {
    const { key } = await world.team.createKey({ scopes: [scope ?? 'users:read'] });
    const response = await ask(key);
    expect(response.status).toBe(route.meta.status);
  });
});

test('spec, Authentication 2: only GET /me needs no scope', () => {
  const open = routes.filter((route) => route.meta.permission.scope === null);
  expect(open.map(nameOf)).toEqual(['GET /me']);
});
