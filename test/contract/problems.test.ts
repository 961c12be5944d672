import { beforeAll, describe, expect, test } from 'vitest';
import { errorCatalogue } from '../../src/shared/errors/errors.ts';
import type { ApiResponse } from '../harness/response.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi({ env: { DEV_ERRORS_URL: 'https://developer.example.com/errors' } });
let world: World;
let team: TestTeam;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  team = world.team;
});

const absent = (language?: string): Promise<ApiResponse> =>
  team.request(
    'GET',
    '/users/none',
    language === undefined ? {} : { headers: { 'accept-language': language } },
  );

test('D76: type is absolute, ends in the code and is never localized', async () => {
  for (const language of ['de', 'en']) {
    const { body } = await absent(language);
    expect(body.type).toBe('https://developer.example.com/errors#not_found');
    expect(body.code).toBe('not_found');
  }
});

describe('D77: Accept-Language', () => {
  const chosen: [header: string | undefined, language: 'de' | 'en'][] = [
    [undefined, 'de'],
    ['', 'de'],
    ['de', 'de'],
    ['en', 'en'],
    ['EN', 'en'],
    ['en-GB', 'en'],
    ['de-AT,en;q=0.9', 'de'],
    ['fr', 'de'],
    ['fr, en;q=0.5', 'en'],
    ['*', 'de'],
    ['en;q=0', 'de'],
    ['en;q=0.3, de;q=0.2', 'en'],
    ['de;q=0.3, en;q=0.3', 'de'],
    ['en;q=0.3, de;q=0.3', 'en'],
    ['not a language!', 'de'],
    ['english', 'de'],
  ];

  test.each(chosen)('%j gives %s', async (header, language) => {
    const { body, headers } = await absent(header);
    expect(body.title).toBe(errorCatalogue.not_found[language]);
    // A problem names its language (D78).
    expect(headers['content-language']).toBe(language);
    expect(headers.vary).toContain('Accept-Language');
  });
});

test('a 404 for an id in the body uses the same words for foreign, removed and unknown ids', async () => {
  const other = await makeTeam(api());
  const gone = await team.addMember();
  await team.request('DELETE', `/users/${gone.memberId}`);
  const { situation, personality, industry } = world;
  const combination = {
    situation_id: situation,
    personality_id: personality,
    industry_id: industry,
  };
  for (const member_id of ['mem_none', other.owner.memberId, gone.memberId]) {
    const { status, body } = await team.request('POST', '/assignments', {
      body: { member_id, title: 'A talk', ...combination },
    });
    expect([status, body.detail]).toEqual([404, 'The team has no member with this member_id.']);
  }
  for (const user_id of ['usr_none', other.owner.userId, gone.userId]) {
    const { status, body } = await team.request('POST', '/cases', { body: { user_id } });
    expect([status, body.detail]).toEqual([
      404,
      'The team has no active member with this user_id.',
    ]);
  }
  expect((await absent()).body).not.toHaveProperty('detail');
});

test('D78: /catalog has Content-Language and Vary too', async () => {
  const { headers } = await team.request('GET', '/catalog', {
    headers: { 'accept-language': 'en' },
  });
  expect(headers['content-language']).toBe('en');
  expect(headers.vary).toContain('Accept-Language');
});

describe('D79: errors', () => {
  test('contain all issues at once, each with in, pointer, code and English detail', async () => {
    const { status, body } = await team.request('POST', '/assignments?x=1', {
      body: { member_id: 1, title: ' ', due_date: '2026-02-30', nope: true },
      headers: { 'accept-language': 'de' },
    });
    expect(status).toBe(422);
    const places = body.errors?.map((issue) => `${issue.in} ${issue.pointer}`).sort();
    expect(places).toEqual([
      'body /due_date',
      'body /industry_id',
      'body /member_id',
      'body /nope',
      'body /personality_id',
      'body /situation_id',
      'body /title',
      'query /x',
    ]);
    for (const issue of body.errors ?? []) {
      expect(issue.code).toMatch(/^[a-z_]+$/);
      expect(issue.detail).toMatch(/^[ -~]+$/);
    }
  });

  test('a value that cannot be read is named once', async () => {
    const { status, body } = await team.request('PATCH', '/users/%ff', { body: { role: 'x' } });
    const places = body.errors?.map((issue) => `${issue.in} ${issue.pointer}`);
    expect([status, places]).toEqual([422, ['path /member_id', 'body /role']]);
  });

  test('pointers follow RFC 6901', async () => {
    const { body } = await team.request('POST', '/cases', {
      body: { user_id: 'a', 'a/b~c': 1 },
    });
    expect(body.errors?.[0]?.pointer).toBe('/a~1b~0c');
  });

  test('D80: `errors` and `field` never appear together', async () => {
    const { body } = await team.request('GET', '/users?limit=0');
    expect(body).not.toHaveProperty('field');
    expect((await absent()).body).not.toHaveProperty('errors');
  });
});

test('D86: the codes and their status are those of the closed table', () => {
  const table = Object.entries(errorCatalogue).map(([code, { status }]) => `${status} ${code}`);
  expect(table).toEqual([
    '400 bad_request',
    '401 unauthorized',
    '403 insufficient_scope',
    '403 privacy_restricted',
    '403 api_disabled',
    '403 vorgabe_gesperrt',
    '404 not_found',
    '409 conflict',
    '409 seat_limit_reached',
    '409 last_admin',
    '409 owner',
    '422 validation_error',
    '422 idempotency_mismatch',
    '422 kombination_ungueltig',
    '429 rate_limited',
    '500 internal',
    '503 unavailable',
  ]);
});

test('each member of a problem appears only where the contract has it', async () => {
  const members = async (response: Promise<ApiResponse>) =>
    Object.keys((await response).body).sort();
  const common = ['code', 'detail', 'request_id', 'status', 'title', 'type'];
  const noScope = await makeTeam(api(), { scopes: ['users:read'] });
  expect(await members(noScope.request('GET', '/catalog'))).toEqual(
    [...common, 'required_scope'].sort(),
  );
  const off = await makeTeam(api(), { memberDetail: false });
  expect(await members(off.request('GET', '/trainings'))).toEqual(common);
  const few = await makeTeam(api(), { rateLimit: 1 });
  await few.request('GET', '/me');
  expect(await members(few.request('GET', '/me'))).toEqual([...common, 'retry_after'].sort());
  expect(await members(absent())).toEqual(common.filter((name) => name !== 'detail'));
});

describe('D82: detail', () => {
  test('is the same English text in every language', async () => {
    const ask = (language: string) =>
      team.request('PUT', '/users', { headers: { 'accept-language': language } });
    const [de, en] = [await ask('de'), await ask('en')];
    expect(de.body.detail).toBe(en.body.detail);
    expect(de.body.title).not.toBe(en.body.title);
  });

  test('repeats no part of the request except the parts that the contract names', async () => {
    const secret = 'zq-secret-zq';
    const responses = await Promise.all([
      team.request('GET', `/users/${secret}`),
      team.request('GET', `/trainings?status=${secret}%00`),
      team.request('POST', '/cases', { body: { user_id: secret } }),
      team.request('POST', '/users', { body: { email: secret } }),
      api().request('GET', '/me', { key: secret }),
    ]);
    for (const { text, status } of responses) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain(secret);
    }
  });
});

test('D81: only a request that HTTP itself refuses gets a plain 400', async () => {
  const statuses = [
    (await team.request('PUT', '/users')).status,
    (await team.request('POST', '/users', { raw: 'x'.repeat(300_000) })).status,
    (await team.request('POST', '/users', { raw: '{}', headers: { 'content-type': 'a/b' } }))
      .status,
    (await team.request('POST', '/users', { raw: '{' })).status,
  ];
  expect(statuses).toEqual([405, 413, 415, 422]);
});

test('a key, an e-mail and a body never reach the log', async () => {
  const body = { email: 'never-logged@example.com' };
  await team.request('POST', '/users', { body });
  await team.request('POST', '/users', { body });
  const log = api().logLines.join('');
  expect(log).toContain('request_id');
  for (const secret of [team.key, team.key.slice(21), team.owner.email, body.email, 'Bearer']) {
    expect(log).not.toContain(secret);
  }
});

test('D84: with member_detail_enabled off, /users and /crm/deals work without the personal field', async () => {
  const off = await makeWorld(api(), { memberDetail: false });
  const { body: users } = await off.team.request('GET', '/users');
  expect(users.data.length).toBeGreaterThan(2);
  for (const member of users.data) {
    expect(member).not.toHaveProperty('email');
    expect(member).toHaveProperty('user_id');
  }
  const { body: deals } = await off.team.request('GET', '/crm/deals');
  expect(deals.data[0]).not.toHaveProperty('owner_user_id');
  const { body: visible } = await team.request('GET', '/crm/deals');
  expect(visible.data[0]).toHaveProperty('owner_user_id');
});
