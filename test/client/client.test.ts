import { readFile } from 'node:fs/promises';
import createClient, { type Client } from 'openapi-fetch';
import { beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import type { TestApi } from '../harness/api.ts';
import { nameOf } from '../harness/routes.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { clientTypes } from './client-types.ts';
import type { components, paths } from './generated/types.ts';

/** A customer's client; its requests go through the harness, so that every answer is checked. */
function clientOf(api: TestApi, key: string): Client<paths> {
  return createClient<paths>({
    baseUrl: api.url,
    headers: { authorization: `Bearer ${key}` },
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      const { status, headers, text } = await api.requestAt(request.method, pathname + search, {
        headers: Object.fromEntries(request.headers),
        ...(body === '' ? {} : { raw: body }),
      });
      const lower = Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      return new Response(text, { status, headers: lower });
    },
  });
}

const api = useApi();
let world: World;
let client: Client<paths>;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  client = clientOf(api(), world.team.key);
});

type Problem = components['schemas']['Problem'];

/** The answer, or the problem as an error that names its code. */
function dataOf<T>(result: { data?: T; error?: Problem }): T {
  if (result.data === undefined) throw new Error(result.error?.code);
  return result.data;
}

test('the types of the client are what the published document says (else: node scripts/setup.mjs --dev)', async () => {
  const made = await readFile('test/client/generated/types.ts', 'utf8');
  expect(made).toBe(await clientTypes());
});

test('Account', async () => {
  const me = dataOf(await client.GET('/me'));
  const limit: number | null = me.rate_limit_per_min;
  const detail: boolean = me.privacy.member_detail_enabled;
  expect([me.tenant_id, limit, detail]).toEqual([world.team.tenantId, 1_000_000, true]);
});

test('Members', async () => {
  const page = dataOf(await client.GET('/users', { params: { query: { limit: 2 } } }));
  expect(page.data).toHaveLength(2);
  const cursor = page.next_cursor;
  expect(cursor).not.toBeNull();
  const next = dataOf(
    await client.GET('/users', { params: { query: cursor === null ? {} : { cursor } } }),
  );
  expect(next.data.length).toBeGreaterThan(0);

  const invited = dataOf(
    await client.POST('/users', {
      params: { header: { 'Idempotency-Key': 'invite-1' } },
      body: { email: 'New.Colleague@Example.com', role: 'member', lang: 'en-GB' },
    }),
  );
  expect(invited).toMatchObject({ email: 'new.colleague@example.com', status: 'invited' });
  const path = { member_id: invited.id };
  const email: string | null | undefined = dataOf(
    await client.GET('/users/{member_id}', { params: { path } }),
  ).email;
  expect(email).toBe('new.colleague@example.com');
  const changed = await client.PATCH('/users/{member_id}', {
    params: { path },
    body: { role: 'admin' },
  });
  expect(dataOf(changed).role).toBe('admin');
  expect(dataOf(await client.DELETE('/users/{member_id}', { params: { path } })).ok).toBe(true);
  const gone = await client.GET('/users/{member_id}', { params: { path } });
  expect(gone.error?.code).toBe('not_found');
  const erasures: { erased_at: string }[] = dataOf(await client.GET('/erasures')).data;
  expect(erasures).toEqual([]);
});

test('Trainings and evaluations', async () => {
  const query = { user_id: world.member.userId, status: 'scored', limit: 5 };
  const trainings = dataOf(await client.GET('/trainings', { params: { query } }));
  expect(trainings.data.map(({ id }) => id)).toEqual([world.scored]);
  const path = { training_id: world.scored };
  const training = dataOf(await client.GET('/trainings/{training_id}', { params: { path } }));
  expect(training.status).toBe('scored');
  const scored = dataOf(await client.GET('/evaluations'));
  expect(scored.data.map(({ id }) => id)).toContain(world.scored);
  const evaluation = dataOf(
    await client.GET('/trainings/{training_id}/evaluation', { params: { path } }),
  );
  const closing: number | undefined = evaluation.score.dimensions.closing;
  const total: number | null = evaluation.score.total;
  expect([closing, total, evaluation.tips[0]?.impact]).toEqual([50, 70, 'high']);
});

test('Assignments', async () => {
  const { member, situation, personality, industry } = world;
  const created = dataOf(
    await client.POST('/assignments', {
      body: {
        member_id: member.memberId,
        title: 'Win back a customer',
        situation_id: situation,
        personality_id: personality,
        industry_id: industry,
        due_date: '2026-12-01',
      },
    }),
  );
  const path = { assignment_id: created.id };
  const done = await client.PATCH('/assignments/{assignment_id}', {
    params: { path },
    body: { status: 'done', note: null },
  });
  expect(dataOf(done)).toMatchObject({ status: 'done', note: null, due_date: '2026-12-01' });
  expect(
    dataOf(await client.GET('/assignments/{assignment_id}', { params: { path } })).status,
  ).toBe('done');
  expect(dataOf(await client.GET('/assignments')).data[0]?.id).toBe(created.id);
  const removed = await client.DELETE('/assignments/{assignment_id}', { params: { path } });
  expect(dataOf(removed).ok).toBe(true);
});

test('Cases', async () => {
  const created = dataOf(
    await client.POST('/cases', {
      body: { user_id: world.member.userId, title: 'Renewal', fields: { size: 240, tags: ['a'] } },
    }),
  );
  const path = { case_id: created.id };
  const changed = await client.PATCH('/cases/{case_id}', {
    params: { path },
    body: { title: null, external_ref: { deal: 7 } },
  });
  expect(dataOf(changed)).toMatchObject({ title: null, external_ref: { deal: 7 } });
  expect(dataOf(await client.GET('/cases/{case_id}', { params: { path } })).fields).toEqual({
    size: 240,
    tags: ['a'],
  });
  const query = { user_id: world.member.userId };
  expect(dataOf(await client.GET('/cases', { params: { query } })).data[0]?.id).toBe(created.id);
  expect(dataOf(await client.DELETE('/cases/{case_id}', { params: { path } })).ok).toBe(true);
});

test('Catalog and analytics', async () => {
  const catalog = dataOf(
    await client.GET('/catalog', { params: { header: { 'Accept-Language': 'en' } } }),
  );
  expect(catalog.industry.map(({ name }) => name)).toContain('ind_test (en)');
  const analytics = dataOf(await client.GET('/analytics/team'));
  const average: number | null = analytics.totals.avg_score;
  expect(average).toBe(70);
});

test('CRM', async () => {
  const deals = dataOf(await client.GET('/crm/deals', { params: { query: { limit: 1 } } }));
  expect(deals.data[0]?.id).toBe(world.deal);
  expect(dataOf(await client.GET('/crm/objections')).data[0]?.deal_id).toBe(world.deal);
});

test('Changes', async () => {
  const query = { types: ['member', 'training'] as ('member' | 'training')[], wait: 0 };
  const first = dataOf(
    await client.GET('/changes', {
      params: { query },
      querySerializer: { array: { style: 'form', explode: false } },
    }),
  );
  expect(first.cursor).toBeTypeOf('string');
});

test('Event feed', async () => {
  const begin = dataOf(await client.GET('/events'));
  const { cursor } = begin;
  const query = { cursor, types: ['member.joined'] as 'member.joined'[], wait: 0 };
  expect((await client.GET('/events', { params: { query } })).error?.errors?.[0]?.code).toBe(
    'invalid_cursor',
  );
  expect(begin.data).toEqual([]);
});

test('Webhooks', async () => {
  const created = dataOf(
    await client.POST('/webhook-endpoints', {
      body: { url: 'https://hooks.example.com/', events: ['training.completed', 'member.joined'] },
    }),
  );
  const secret: string | undefined = created.secret;
  expect(secret).toMatch(/^whsec_/);
  const path = { endpoint_id: created.id };
  const changed = await client.PATCH('/webhook-endpoints/{endpoint_id}', {
    params: { path },
    body: { events: ['crm.sync.failed'], description: 'For the operators' },
  });
  expect(dataOf(changed)).toMatchObject({ events: ['crm.sync.failed'], status: 'active' });
  const listed = dataOf(await client.GET('/webhook-endpoints'));
  expect(listed.data.map(({ id }) => id)).toEqual([created.id, world.endpoint]);

  const queued = dataOf(
    await client.POST('/webhook-endpoints/{endpoint_id}/test', { params: { path } }),
  );
  const deliveries = dataOf(
    await client.GET('/webhook-endpoints/{endpoint_id}/deliveries', {
      params: { path, query: { limit: 1 } },
    }),
  );
  const attempt: number | undefined = deliveries.data[0]?.attempt;
  expect([deliveries.data[0]?.id, attempt]).toEqual([queued.delivery_id, 0]);
  const retried = await client.POST('/webhook-deliveries/{delivery_id}/retry', {
    params: { path: { delivery_id: world.delivery } },
  });
  expect(dataOf(retried)).toMatchObject({ id: world.delivery, status: 'pending', attempt: 1 });
  const removed = await client.DELETE('/webhook-endpoints/{endpoint_id}', { params: { path } });
  expect(dataOf(removed).ok).toBe(true);
});

test.each(routes.map((route) => [nameOf(route), route] as const))(
  'the client calls %s, and reads its answer',
  async (_, route) => {
    const { path, body } = await validRequest(route, world);
    const call = client[route.method as 'GET'] as unknown as (
      path: string,
      init: object,
    ) => Promise<{ data?: unknown; error?: Problem }>;
    expect(dataOf(await call(path, { body }))).toBeTypeOf('object');
  },
);
