import { beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '../../src/auth/key-format.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import type { ApiResponse } from '../harness/response.ts';
import { insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { idOf, linesOf } from './harness/request-log.ts';

const api = useApi();
let world: World;
let owner: Browser;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  owner = await makeSession(world.team, world.team.owner);
});

test('each answered request has a line with route, status, key by name, time, address, and the path only where it says more than the route', async () => {
  const { team, member } = world;
  const answers = [
    await team.request('GET', '/me'),
    await team.request('GET', '/users?limit=1'),
    await team.request('GET', `/users/${member.memberId}?`),
    await team.request('HEAD', '/catalog'),
  ];
  const [me, users, user, head] = await linesOf(answers, owner);
  const key = { id: team.keyId, prefix: team.keyPrefix, name: 'Key under test', state: 'active' };
  expect(me).toEqual({
    request_id: idOf(answers[0] as ApiResponse),
    at: expect.stringMatching(/^2026-/),
    method: 'GET',
    route: '/me',
    path: '/me',
    status: 200,
    code: null,
    why: null,
    key,
    ms: expect.any(Number),
    ip: '127.0.0.1',
  });
  expect(users).toMatchObject({ route: '/users', path: '/users' });
  const route = '/users/{member_id}';
  expect(user).toMatchObject({ route, path: `/users/${member.memberId}` });
  expect(head).toMatchObject({ method: 'HEAD', route: '/catalog', status: 200 });
});

describe('a line says why its request was refused', () => {
  type Ask = () => Promise<ApiResponse>;
  const request: TestTeam['request'] = (...args) => world.team.request(...args);

  async function withKey(options: object, change?: (team: TestTeam, id: string) => unknown) {
    const { key, key_id } = await world.team.createKey(options);
    await change?.(world.team, key_id);
    return api().request('GET', '/me', { headers: { authorization: `Bearer ${key}` } });
  }

  const refusals: Record<string, [Ask, object]> = {
    'a wrong secret': [
      () =>
        withKey({}, (_, id) =>
          api().sql.query(`update api_key set hash = sha256('another') where id = $1`, [id]),
        ),
      { status: 401, code: 'unauthorized', why: { check: 'key', reason: 'wrong_secret' } },
    ],
    'a key that was mistyped': [
      async () => {
        const { key } = await world.team.createKey();
        const mistyped = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
        return api().request('GET', '/me', { headers: { authorization: `Bearer ${mistyped}` } });
      },
      { status: 401, why: { check: 'key', reason: 'wrong_secret' } },
    ],
    'a key that was cut': [
      async () => {
        const { key } = await world.team.createKey();
        const cut = key.slice(0, 30);
        return api().request('GET', '/me', { headers: { authorization: `Bearer ${cut}` } });
      },
      { status: 401, why: { check: 'key', reason: 'wrong_secret' } },
    ],
    'a revoked key': [
      () => withKey({}, (team, id) => team.revokeKey(id)),
      { status: 401, route: null, why: { check: 'key', reason: 'revoked' } },
    ],
    'an expired key': [
      () =>
        withKey({}, (_, id) =>
          api().sql.query('update api_key set expires_at = created_at where id = $1', [id]),
        ),
      { status: 401, why: { check: 'key', reason: 'expired' } },
    ],
    'an address that is not allowed': [
      () => withKey({ ipRanges: ['203.0.113.0/24'] }),
      { status: 401, why: { check: 'key', reason: 'address_not_allowed' }, ip: '127.0.0.1' },
    ],
    'a scope that is missing': [
      async () => {
        const { key } = await world.team.createKey({ scopes: ['catalog:read'] });
        return api().request('GET', '/users', { headers: { authorization: `Bearer ${key}` } });
      },
      { status: 403, route: '/users', why: { check: 'scope', required_scope: 'users:read' } },
    ],
    'a path that does not exist': [
      () => request('GET', '/userz/anna@example.com'),
      { status: 404, route: null, path: '/userz/…', why: { check: 'route' } },
    ],
    'a path with a name in it': [
      () => request('GET', '/users/anna-mueller/evaluation'),
      { status: 404, route: null, path: '/users/…/evaluation', why: { check: 'route' } },
    ],
    'a method that does not exist': [
      () => request('DELETE', '/me'),
      { status: 405, code: 'bad_request', why: { check: 'method' } },
    ],
    'an object that does not exist': [
      () => request('GET', '/users/anna@example.com'),
      { status: 404, path: '/users/…', why: { check: 'object' } },
    ],
    'a body of another type': [
      () => request('POST', '/users', { body: 'a', headers: { 'content-type': 'text/plain' } }),
      { status: 415, route: '/users', why: { check: 'body' } },
    ],
    'wrong fields': [
      () => {
        const body = { email: 'Anna', role: 'boss', 'anna@example.com': 1 };
        return request('POST', '/users?x=hunter2', { body });
      },
      {
        status: 422,
        code: 'validation_error',
        why: {
          check: 'input',
          fields: expect.arrayContaining([
            { in: 'query', pointer: '/…', code: 'unrecognized_key' },
            { in: 'body', pointer: '/email', code: 'invalid_format' },
            { in: 'body', pointer: '/…', code: 'unrecognized_key' },
          ]),
        },
      },
    ],
    'a field that a rule refuses': [
      () => {
        const body = { url: 'https://localhost/s3cret', events: ['member.joined'] };
        return request('POST', '/webhook-endpoints', { body });
      },
      {
        status: 422,
        why: {
          check: 'input',
          fields: [{ pointer: '/url' }],
          detail: 'The URL must be publicly reachable: its host is a name of an internal network.',
          explanation:
            'Die URL muss öffentlich erreichbar sein. Ihr Name gehört zu einem internen Netz.',
        },
      },
    ],
    'a combination with an entry that the team does not have': [
      () => {
        const ids = { personality_id: 'per_s3cret', industry_id: 'ind_s3cret' };
        const { memberId } = world.member;
        const body = { member_id: memberId, title: 'A', situation_id: 'sit_s3cret', ...ids };
        return request('POST', '/assignments', { body });
      },
      {
        status: 422,
        code: 'kombination_ungueltig',
        why: {
          check: 'combination',
          dimension: 'situation',
          detail: 'This situation is unknown or not visible to the team.',
          explanation: 'Das Team hat keine solche Situation.',
        },
      },
    ],
    'a reason with a number in it, which is not kept': [
      () => {
        const body = {
          url: `https://hooks.example/${'s3cret'.repeat(340)}`,
          events: ['member.joined'],
        };
        return request('POST', '/webhook-endpoints', { body });
      },
      { status: 422, why: { check: 'input', fields: [{}] } },
    ],
  };

  const answers = new Map<string, ApiResponse>();

  beforeAll(async () => {
    for (const [name, [ask]] of Object.entries(refusals)) answers.set(name, await ask());
    await linesOf([...answers.values()], owner);
  });

  test.each(Object.entries(refusals))('%s', async (name, [, expected]) => {
    const answer = answers.get(name) as ApiResponse;
    const [line] = await linesOf([answer], owner);
    expect(line).toMatchObject({ status: answer.status, ...expected });
    expect(JSON.stringify(line)).not.toMatch(/anna|boss|hunter2|s3cret/i);
  });
});

test('each rate limit has its own reason: of the key, the team, the address, invitations and test events', async () => {
  const team = await makeTeam(api(), { rateLimit: 1 });
  const browser = await makeSession(team, team.owner);
  const { clock } = api();
  const ask = (key: string) => {
    clock.travel(-1_000);
    return api().request('GET', '/me', { headers: { authorization: `Bearer ${key}` } });
  };
  const ofTeam = [await ask(team.key), await ask(team.key)];
  await team.set({ rate_limit_per_min: 1_000_000 });
  const other = await team.createKey();
  const ofKey: ApiResponse[] = [];
  for (let n = 0; n < 121; n += 1) ofKey.push(await ask(other.key));
  const ended = await team.createKey();
  await team.revokeKey(ended.key_id);
  const { key: invented } = newKey();
  for (let n = 0; n < 120; n += 1) await ask(invented);
  const ofAddress = await ask(ended.key);
  const invite = (n: number) =>
    team.request('POST', '/users', { body: { email: `p${n}@example.com` } });
  const invited: ApiResponse[] = [];
  for (let n = 0; n < 61; n += 1) invited.push(await invite(n));
  const tests: ApiResponse[] = [];
  const endpoint = `/webhook-endpoints/${await insertEndpoint(team)}/test`;
  for (let n = 0; n < 11; n += 1) tests.push(await team.request('POST', endpoint));
  const refused = [...ofTeam.slice(1), ...ofKey.slice(-1), ofAddress];
  const last = [...refused, ...invited.slice(-1), ...tests.slice(-1)];
  expect(last.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429]);
  const lines = await linesOf(last, browser);
  expect(lines).toMatchObject([
    { code: 'rate_limited', route: null, why: { check: 'rate_limit', limit: 'team' } },
    { code: 'rate_limited', route: null, why: { check: 'rate_limit', limit: 'key' } },
    { code: 'rate_limited', route: null, why: { check: 'rate_limit', limit: 'address' } },
    { route: '/users', why: { check: 'rate_limit', limit: 'invitations' } },
    { route: '/webhook-endpoints/{endpoint_id}/test', why: { limit: 'tests' } },
  ]);
  clock.travel(60_000);
});

test('a team with the limit of a key is named as the team, and not as the key', async () => {
  const team = await makeTeam(api(), { rateLimit: 120 });
  const keys = [team, await team.createKey(), await team.createKey()];
  const answers: ApiResponse[] = [];
  for (let n = 0; n < 121; n += 1) {
    api().clock.travel(-1_000);
    answers.push(await api().request('GET', '/me', { key: keys[n % keys.length]?.key ?? '' }));
  }
  await team.set({ rate_limit_per_min: 1_000_000 });
  const browser = await makeSession(team, team.owner);
  const [refused] = await linesOf(answers.slice(-1), browser);
  expect(refused).toMatchObject({ status: 429, why: { check: 'rate_limit', limit: 'team' } });
  api().clock.travel(60_000);
});

test('a repeated refusal has the code of the first one', async () => {
  const options = { body: { email: world.team.owner.email }, headers: { 'idempotency-key': 'a' } };
  const answers = [
    await world.team.request('POST', '/users', options),
    await world.team.request('POST', '/users', options),
  ];
  const refused = { status: 409, code: 'conflict', why: { check: 'state' } };
  expect(await linesOf(answers, owner)).toMatchObject([refused, refused]);
});

test('"an unknown prefix belongs to no team": requests with one, and requests without a key, have no line', async () => {
  const before = await countLines();
  const strangers = [
    await api().request('GET', '/me', { headers: { authorization: `Bearer ${newKey().key}` } }),
    await api().request('GET', '/me', { headers: { authorization: 'Bearer nonsense' } }),
    await api().request('GET', '/me'),
    await api().request('OPTIONS', '/me'),
    await world.team.request('GET', '/openapi.v1.json'),
  ];
  await linesOf([await world.team.request('GET', '/me')], owner);
  expect(await countLines()).toBe(before + 1);
  expect(strangers.map(({ status }) => status)).toEqual([401, 401, 401, 204, 200]);
});

async function countLines(): Promise<number> {
  const { rows } = await api().sql.query('select count(*)::int as n from request_log_line');
  return rows[0].n;
}
