import { beforeAll, describe, expect, test } from 'vitest';
import {
  type CallInput,
  casesTitled,
  newAssignment,
  newCase,
  newInvitation,
  newName,
  postOf,
  wasReplayed,
} from '../harness/idempotent-calls.ts';
import type { ApiResponse } from '../harness/response.ts';
import { insertEndpoint, insertPolicy } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { globalIds, makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi({ expectsErrors: true });
const post = postOf(api);
let world: World;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
});

type Refusal = {
  code: string;
  status: number;
  ask: (team: TestTeam) => CallInput;
  spoil: (team: TestTeam) => Promise<unknown>;
  cure: (team: TestTeam) => Promise<unknown>;
};

const sql = (text: string, value?: string) => (team: TestTeam) =>
  api().sql.query(text, value === undefined ? [team.tenantId] : [team.tenantId, value]);
const nothing = async () => undefined;

const stored: Refusal[] = [
  {
    code: 'not_found',
    status: 404,
    ask: newCase,
    spoil: sql(`update member set user_id = 'usr_away' where tenant_id = $1`),
    cure: (team) =>
      sql('update member set user_id = $2 where tenant_id = $1', team.owner.userId)(team),
  },
  {
    code: 'seat_limit_reached',
    status: 409,
    ask: () => newInvitation(),
    spoil: (team) => team.set({ seats: 1 }),
    cure: (team) => team.set({ seats: 9 }),
  },
  {
    code: 'conflict',
    status: 409,
    ask: (team) => ({ path: '/users', body: { email: team.owner.email } }),
    spoil: nothing,
    cure: sql(`update member set email = 'moved@example.com' where tenant_id = $1`),
  },
  {
    code: 'insufficient_scope',
    status: 403,
    ask: () => newInvitation('admin'),
    spoil: sql(`update api_key set created_by = 'mem_gone' where tenant_id = $1`),
    cure: (team) =>
      sql('update api_key set created_by = $2 where tenant_id = $1', team.owner.memberId)(team),
  },
  {
    code: 'kombination_ungueltig',
    status: 422,
    ask: newAssignment,
    spoil: sql(`insert into catalog_hidden (tenant_id, entry_id) values ($1, 'sit_test')`),
    cure: sql('delete from catalog_hidden where tenant_id = $1'),
  },
  {
    code: 'validation_error',
    status: 422,
    ask: () => ({
      path: '/webhook-endpoints',
      body: { url: 'https://hooks.example.com/', events: ['member.joined'] },
    }),
    spoil: async (team) => {
      for (let n = 0; n < 100; n += 1) await insertEndpoint(team);
    },
    cure: sql('delete from webhook_endpoint where tenant_id = $1'),
  },
  {
    code: 'vorgabe_gesperrt',
    status: 403,
    ask: newAssignment,
    spoil: (team) =>
      insertPolicy(team, {
        dimension: 'situation',
        mode: 'block',
        entry_ids: [globalIds.situation],
      }),
    cure: sql('delete from policy where tenant_id = $1'),
  },
];

describe('D90: a 4xx of the executing operation is stored', () => {
  test.each(stored)('$status $code', async ({ code, status, ask, spoil, cure }) => {
    const team = await makeTeam(api(), { seats: 50 });
    const [name, request] = [newName(), ask(team)];
    await spoil(team);
    const first = await post(team.key, name, request);
    expect([first.status, first.body.code]).toEqual([status, code]);
    await cure(team);
    const again = await post(team.key, name, request);
    expect([again.status, wasReplayed(again)]).toEqual([status, true]);
    // D94: the replayed problem has the id of the present request. The harness compares it with the header.
    expect(again.body).toEqual({ ...first.body, request_id: again.body.request_id });
    expect(again.headers['content-language']).toBe(first.headers['content-language']);
    expect((await post(team.key, newName(), request)).status).toBe(201);
  });
});

test('D94: a replayed problem keeps its language, whatever language the client now asks for', async () => {
  const team = await makeTeam(api());
  const body = { email: team.owner.email };
  const ask = (name: string, language: string) =>
    team.request('POST', '/users', {
      body,
      headers: { 'idempotency-key': name, 'accept-language': language },
    });
  const wordsOf = ({ headers, body: { title } }: ApiResponse) => [
    headers['content-language'],
    title,
  ];
  expect(wordsOf(await ask('english', 'en'))).toEqual(['en', 'Conflict']);
  expect(wordsOf(await ask('english', 'de'))).toEqual(['en', 'Conflict']);
  expect(wordsOf(await ask('german', 'de'))).toEqual(['de', 'Konflikt']);
  expect(wordsOf(await ask('german', 'en'))).toEqual(['de', 'Konflikt']);
});

test('D95: only its own key opens a stored response', async () => {
  const [one, two] = [newName(), newName()];
  await post(world.team.key, one, newCase(world.team));
  const request = newCase(world.team);
  await post(world.team.key, two, request);
  await api().sql.query(
    `update idempotency_record set body = (select o.body from idempotency_record o where o.key = $1)
     where key = $2`,
    [one, two],
  );
  expect((await post(world.team.key, two, request)).status).toBe(500);
});

const notStored: Refusal[] = [
  {
    code: 'api_disabled',
    status: 403,
    ask: newCase,
    spoil: (team) => team.set({ status: 'suspended' }),
    cure: (team) => team.set({ status: 'active' }),
  },
  {
    code: 'rate_limited',
    status: 429,
    ask: newCase,
    spoil: async (team) => {
      await team.set({ rate_limit_per_min: 1 });
      await team.request('GET', '/me');
    },
    cure: (team) => team.set({ rate_limit_per_min: 600 }),
  },
  {
    code: 'unauthorized',
    status: 401,
    ask: newCase,
    spoil: sql(`update api_key set ip_ranges = '{192.0.2.7}' where tenant_id = $1`),
    cure: sql(`update api_key set ip_ranges = '{}' where tenant_id = $1`),
  },
  {
    code: 'insufficient_scope',
    status: 403,
    ask: newCase,
    spoil: sql(`update api_key set scopes = '{users:read}' where tenant_id = $1`),
    cure: sql(`update api_key set scopes = '{cases:write}' where tenant_id = $1`),
  },
  {
    code: 'internal',
    status: 500,
    ask: newCase,
    spoil: () => api().sql.query('alter table audit_entry rename to audit_entry_away'),
    cure: () => api().sql.query('alter table audit_entry_away rename to audit_entry'),
  },
];

describe('D90, D91: an answer that does not come from the operation, or a 5xx, is not stored', () => {
  test.each(notStored)('$status $code', async ({ code, status, ask, spoil, cure }) => {
    const team = await makeTeam(api());
    const [name, request] = [newName(), ask(team)];
    await spoil(team);
    const first = await post(team.key, name, request);
    expect([first.status, first.body.code]).toEqual([status, code]);
    await cure(team);
    const again = await post(team.key, name, request);
    expect([again.status, wasReplayed(again)]).toEqual([201, false]);
    expect(await casesTitled(api(), request.body.title)).toBe(1);
  });

  test.each([
    [422, { raw: '{"user_id":"a","surprise":1}' }],
    [422, { raw: '{' }],
    [413, { raw: 'x'.repeat(300_000) }],
    [415, { raw: '{}', type: 'text/plain' }],
  ])(
    '%i leaves the key free for another body',
    async (status, { raw, type }: { raw: string; type?: string }) => {
      const headers = {
        'idempotency-key': newName(),
        ...(type ? { 'content-type': type } : {}),
      };
      expect((await world.team.request('POST', '/cases', { raw, headers })).status).toBe(status);
      const { path, body } = newCase(world.team);
      const next = await post(world.team.key, headers['idempotency-key'], { path, body });
      expect([next.status, wasReplayed(next)]).toEqual([201, false]);
    },
  );

  test('429 of the invitation limit leaves the key free', async () => {
    const team = await makeTeam(api(), { seats: 1000 });
    // One after another: at once, they would wait for each other, some of them longer than a request may.
    const invited = await Array.fromAsync({ length: 60 }, () =>
      team.request('POST', '/users', { body: newInvitation().body }),
    );
    expect(invited.every(({ status }) => status === 201)).toBe(true);
    const [name, request] = [newName(), newInvitation()];
    expect((await post(team.key, name, request)).status).toBe(429);
    api().clock.travel(3_600_000);
    const again = await post(team.key, name, request);
    expect([again.status, wasReplayed(again)]).toEqual([201, false]);
  });
});
