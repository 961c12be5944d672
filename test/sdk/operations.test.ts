import { beforeAll, expect, test } from 'vitest';
import { TeamApi } from '../../dist/sdk/typescript/index.js';
import { routes } from '../../src/rest/routes.ts';
import { readModel } from '../../src/sdk/model/read-model.ts';
import type { SdkOperation } from '../../src/sdk/model/sdk-model.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi();
const { operations } = readModel();
let world: World;
let client: TeamApi;
const sent: { method: string; path: string; headers: Headers }[] = [];

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  client = new TeamApi({
    url: api().url,
    key: world.team.key,
    fetch: async (address, init) => {
      api().clock.travel(1000);
      const { pathname, search } = new URL(String(address));
      const path = pathname + search;
      sent.push({ method: String(init?.method), path, headers: new Headers(init?.headers) });
      return fetch(address, init);
    },
  });
});

/** The names as customers write them: `users.get` means `client.users.get`. */
function methodOf({ name }: SdkOperation): (...args: unknown[]) => Promise<unknown> {
  const parts = name.map((part) => part.replaceAll(/_(\w)/g, (_, c: string) => c.toUpperCase()));
  let owner: Record<string, unknown> = client as unknown as Record<string, unknown>;
  for (const part of parts.slice(0, -1)) owner = owner[part] as Record<string, unknown>;
  const method = owner[parts.at(-1) ?? ''] as (...args: unknown[]) => Promise<unknown>;
  return method.bind(owner);
}

/** The ids in a path, found by its template. */
function idsIn(template: string, path: string): string[] {
  const segments = path.split('/');
  return template
    .split('/')
    .flatMap((part, i) => (part.startsWith('{') ? [segments[i] ?? ''] : []));
}

test('each operation of the routers has a name of its own in the client', () => {
  expect(operations).toHaveLength(routes.length);
  const names = operations.map(({ name }) => name.join('.'));
  expect(new Set(names).size).toBe(names.length);
});

test.each(operations)('$id sends what the contract asks for', async (operation) => {
  const { method, path: template, query, body, list, takesIdempotencyKey } = operation;
  const route = routes.find((each) => each.method === method && each.template === template);
  if (!route) throw new Error(`${operation.id} has no route`);
  const request = await validRequest(route, world);
  const limit = query.some(({ name }) => name === 'limit') ? { limit: 3 } : {};
  sent.length = 0;
  const answer = await methodOf(operation)(
    ...idsIn(template, request.path),
    ...(query.length > 0 ? [limit] : []),
    ...(body ? [request.body] : []),
    { language: 'en' },
  );
  const search = 'limit' in limit ? '?limit=3' : '';
  expect(sent.map((each) => `${each.method} ${each.path}`)).toEqual([
    `${method} ${new URL(api().url).pathname}${request.path}${search}`,
  ]);
  expect(sent[0]?.headers.has('idempotency-key')).toBe(takesIdempotencyKey);
  expect(sent[0]?.headers.get('accept-language')).toBe('en');
  if (list) expect(answer).toMatchObject({ data: expect.any(Array) });
  else expect(answer).toBeTypeOf('object');
});

test('a list can be read item by item over all pages, or page by page', async () => {
  const invited = await Promise.all(
    Array.from({ length: 7 }, () => world.team.addMember().then(({ memberId }) => memberId)),
  );
  sent.length = 0;
  const found: string[] = [];
  for await (const member of client.users.list({ limit: 3 })) found.push(member.id);
  expect(found).toEqual(expect.arrayContaining(invited));
  expect(new Set(found).size).toBe(found.length);
  expect(sent).toHaveLength(Math.ceil(found.length / 3));

  const sizes: number[] = [];
  for await (const { data } of client.users.list({ limit: 4 }).pages()) sizes.push(data.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(found.length);

  const first = await client.users.list({ limit: 5 });
  const rest: string[] = [];
  const cursor = first.next_cursor ?? '';
  for await (const { id } of client.users.list({ limit: 5, cursor })) rest.push(id);
  expect([...first.data.map(({ id }) => id), ...rest]).toEqual(found);
});

test('a list without pages can be read item by item too', async () => {
  const urls: string[] = [];
  for await (const endpoint of client.webhookEndpoints.list()) urls.push(endpoint.url);
  expect(urls).toEqual((await client.webhookEndpoints.list()).data.map(({ url }) => url));
});

test('a date of a filter is sent with its zone', async () => {
  sent.length = 0;
  await client.trainings.list({ since: new Date('2026-11-01T00:00:00Z'), status: undefined });
  expect(sent[0]?.path).toMatch(/\?since=2026-11-01T00%3A00%3A00\.000Z$/);
});

test('an operation that the package does not know can be called too', async () => {
  const answer = await client.request<{ id: string }>({
    method: 'GET',
    path: '/users/{member_id}',
    ids: [world.member.memberId],
  });
  expect(answer.id).toBe(world.member.memberId);
});

test.each(['', '.', '..', undefined])(
  '%j is refused as an id, because it would lead to another path',
  async (id) => {
    sent.length = 0;
    await expect(client.users.get(id as string)).rejects.toThrow('member_id must be an id');
    expect(sent).toEqual([]);
  },
);
